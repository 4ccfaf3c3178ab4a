import assert from 'node:assert/strict'
import dns from 'node:dns'
import { createServer } from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo, LookupFunction } from 'node:net'
import { test } from 'node:test'
import { isPublicAddress, notPublic } from '#/providers/public-address.ts'
import { WalledAgent, webhookSender } from './webhook-sender.ts'

const production = webhookSender({ isProduction: true, networks: [] })
const signal = () => AbortSignal.timeout(20_000)
const call = (url: string) => ({ url, headers: {}, body: '{}' })

test('only https to a name may be typed in production, without user, password or fragment', () => {
  for (const url of [
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://user@hooks.example.com/',
    'https://hooks.example.com/#a',
    'ftp://hooks.example.com/',
    'hooks.example.com',
  ])
    assert.notEqual(production.refusalOf(url), null, url)
  assert.equal(production.refusalOf('https://hooks.example.com/in?a=1'), null)
})

test('a literal address is not called either, whatever stands in the database', async () => {
  const { errorCode } = await production.send(call('https://169.254.169.254/latest'), signal())
  assert.equal(errorCode, 'address_not_allowed')
})

test('a name that leads to this machine is not called, nor one of whose addresses one is private', async (t) => {
  const answers: Record<string, dns.LookupAddress[]> = {
    'inside.example': [{ address: '10.1.2.3', family: 4 }],
    'both.example': [
      { address: '93.184.215.14', family: 4 },
      { address: '::ffff:127.0.0.1', family: 6 },
    ],
    'mapped.example': [{ address: '::ffff:169.254.169.254', family: 6 }],
    'local.example': [{ address: '::1', family: 6 }],
  }
  t.mock.method(dns, 'lookup', (name: string, _: object, done: (error: null, found: dns.LookupAddress[]) => void) =>
    done(null, answers[name] ?? []),
  )
  syncBuiltinESMExports()
  t.after(() => syncBuiltinESMExports())
  for (const name of Object.keys(answers)) {
    const { errorCode } = await production.send(call(`https://${name}/`), signal())
    assert.equal(errorCode, 'address_not_allowed', name)
  }
})

test('the second wall refuses what a look-up let through: literals, names and addresses written as IPv6', async () => {
  const refused = (url: string, address?: string) =>
    new Promise((resolve) => {
      const found = [{ address: address ?? '', family: address?.includes(':') ? 6 : 4 }]
      const lookup: LookupFunction = (_, __, done) => done(null, found)
      const agent = new WalledAgent(address ? lookup : undefined, notPublic)
      https
        .get(url, { agent }, () => resolve('answered'))
        .on('error', (error) => resolve((error as { code?: string }).code))
    })
  assert.equal(await refused('https://127.0.0.1:9/'), 'ERR_IP_BLOCKED')
  assert.equal(await refused('https://[::ffff:127.0.0.1]:9/'), 'ERR_IP_BLOCKED')
  assert.equal(await refused('https://name.example:9/', '10.0.0.1'), 'ERR_IP_BLOCKED')
  assert.equal(await refused('https://name.example:9/', 'fd00::1'), 'ERR_IP_BLOCKED')
  for (const address of ['93.184.215.14', '8.8.8.8', '2606:4700::1111']) {
    assert.ok(isPublicAddress(address))
    assert.equal(notPublic.check(address, address.includes(':') ? 'ipv6' : 'ipv4'), false, address)
  }
})

test('outside production this machine can be called, and an answer that is too long is cut', async (t) => {
  const server = createServer((_, response) => response.end('x'.repeat(100_000)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const sender = webhookSender({ isProduction: false, networks: [] })
  const answer = await sender.send(call(url), signal())
  assert.equal(answer.errorCode, null)
  assert.equal(answer.status, 200)
  assert.equal(answer.answer?.length, 1_024)
  assert.equal((await production.send(call(url), signal())).errorCode, 'address_not_allowed')
})
