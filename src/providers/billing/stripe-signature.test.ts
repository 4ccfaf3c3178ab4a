import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { isStripeSignature } from './stripe-signature.ts'

const now = 1_800_000_000
const body = '{"id":"evt_1","object":"event"}'
const sign = (secret: string, seconds = now, text = body) =>
  createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
const header = (secret: string, seconds = now) => `t=${seconds},v1=${sign(secret, seconds)}`
const holds = (given: string | undefined, secrets: string[] = ['whsec_new', 'whsec_old'], text = body) =>
  isStripeSignature(given, secrets, text, now * 1_000)

test("the vendor's documented scheme verifies, with either secret during rotation and any of several signatures", () => {
  assert.ok(holds(header('whsec_new')))
  assert.ok(holds(header('whsec_old')))
  assert.ok(holds(`t=${now},v1=${sign('whsec_gone')},v1=${sign('whsec_new')},v0=abc`))
})

test('anything else is forged: no header, another secret, another body, another time, another scheme', () => {
  for (const given of [undefined, '', 'x', 't=,v1=', `v1=${sign('whsec_new')}`, `t=${now}`, `t=${now},v1=`])
    assert.equal(holds(given), false, String(given))
  assert.equal(holds(header('whsec_other')), false)
  assert.equal(holds(header('whsec_new'), undefined, `${body} `), false)
  assert.equal(holds(`t=${now + 1},v1=${sign('whsec_new')}`), false)
  assert.equal(holds(`t=${now},v0=${sign('whsec_new')}`), false)
  assert.equal(holds(header('whsec_new'), []), false)
})

test('a webhook more than five minutes old, or from the future, is a replay', () => {
  assert.ok(holds(header('whsec_new', now - 299)))
  assert.equal(holds(header('whsec_new', now - 301)), false)
  assert.equal(holds(header('whsec_new', now + 301)), false)
})
