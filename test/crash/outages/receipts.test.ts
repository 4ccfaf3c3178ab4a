import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examine } from '#/app/operator/doctor/doctor.ts'
import { sendTest } from '#/app/operator/world/send-test.ts'
import { readSettings } from '#/app/settings/read-settings.ts'
import { freePorts } from '../../postgres.ts'
import { startWorld, type World } from '../world.ts'

test('receipts that never come are seen within minutes, and a test message says which step is missing', async (t) => {
  const world = await startWorld(t)
  assert.equal(await series(world, 'tijdig_receipt_lag_seconds'), undefined, 'there was none, which is not 0')
  assert.equal(await withoutReceipt(world, '5m'), 0)
  assert.equal(await series(world, 'tijdig_provider_account_refusals_total{provider="twilio",code="none"}'), 0)
  assert.equal(await series(world, 'tijdig_http_refusals_total{code="UNAUTHENTICATED",caller="unknown"}'), 0)
  // The twin calls the origin of whoever sends: nobody is there.
  const [nowhere] = await freePorts(1)
  const lost = { TIJDIG_BASE_URL: `http://127.0.0.1:${nowhere}` }
  await world.handIn(3)
  const worker = await world.startWorkerHere(lost)
  await world.becomeDue()
  await world.untilStates({ sent: 3 })
  assert.equal(await withoutReceipt(world, '5m'), 0, 'too early to say')
  await world.jump({ minutes: 6 })
  assert.equal(await withoutReceipt(world, '5m'), 3)
  assert.equal(await withoutReceipt(world, '1h'), 0)
  const check = (await examine(() => world.product.settings)).find(({ name }) => name === 'receipts')
  assert.deepEqual(
    [check?.status, check?.finding],
    [
      'warn',
      'None came in the last hour, and text messages wait for one: 3 of twilio for more than 5 minutes, 0 for more than an hour.',
    ],
  )
  await worker.stop()

  const settings = (changes: Record<string, string> = {}) => readSettings(world.processEnv(changes))
  const stepsTo = async (channel: 'sms' | 'email', to: string, changes?: Record<string, string>, waitMs = 20_000) => {
    const steps = await sendTest(world.product.operator, settings(changes), { channel, to }, waitMs)
    return steps.map(({ step, isDone }) => `${isDone ? '' : 'no '}${step}`)
  }
  const number = '+31612345678'
  const complete = ['handed over', 'webhook reached', 'signature accepted', 'receipt']
  assert.deepEqual(await stepsTo('sms', number), complete)
  assert.equal(typeof (await series(world, 'tijdig_receipt_lag_seconds')), 'undefined', 'it is no reminder')
  assert.deepEqual(await stepsTo('email', 'iemand@example.nl'), complete.slice(0, 3))
  assert.deepEqual(await stepsTo('sms', number, lost, 1_000), ['handed over', 'no webhook reached', 'no receipt'])
  const otherToken = { TIJDIG_TWILIO_AUTH_TOKENS: 'another-token', TIJDIG_TWILIO_ACCOUNT_SID: 'AC0' }
  assert.deepEqual(await stepsTo('sms', number, otherToken, 1_000), [
    'no handed over',
    'webhook reached',
    'no signature accepted',
  ])
  const otherBounces = { TIJDIG_BOUNCE_TOKENS: 'another-token-0123456789' }
  assert.deepEqual(await stepsTo('email', 'iemand@example.nl', otherBounces), [
    'handed over',
    'webhook reached',
    'no signature accepted',
  ])
  const [refused] = await sendTest(world.product.operator, settings(otherToken), { channel: 'sms', to: number }, 0)
  assert.match(refused?.finding ?? '', /^twilio refused it: .*credentials, balance and state/)
})

async function series({ product }: World, name: string): Promise<number | undefined> {
  const answer = await fetch(`http://127.0.0.1:${product.settings.ports.admin}/metrics`)
  const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

function withoutReceipt(world: World, age: string): Promise<number | undefined> {
  return series(world, `tijdig_messages_without_receipt{provider="twilio",age="${age}"}`)
}
