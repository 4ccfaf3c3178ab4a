import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestProduct, type TestProduct } from '../../../../test/harness.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { sendTest } from './send-test.ts'

let product: TestProduct
before(async () => {
  product = await startTestProduct({ roles: ['api', 'sandbox'], env: { TIJDIG_SMS_PROVIDER: 'cm' } })
})
after(() => product?.stop())

async function sendByCm(changes: Partial<Settings['sms']['cm']> = {}, waitMs = 20_000) {
  const { sms } = product.settings
  const settings = { ...product.settings, sms: { ...sms, cm: { ...sms.cm, ...changes } } }
  return sendTest(product.operator, settings, { channel: 'sms', to: '+31612345678' }, waitMs)
}
const namesOf = (steps: Awaited<ReturnType<typeof sendByCm>>) =>
  steps.map(({ step, isDone }) => `${isDone ? '' : 'no '}${step}`)

test('a test message by CM.com is followed to its receipt', async () => {
  const steps = await sendByCm()
  assert.deepEqual(namesOf(steps), ['handed over', 'webhook reached', 'signature accepted', 'receipt'])
  assert.match(steps[0]?.finding ?? '', /^cm took it/)
  assert.match(steps[3]?.finding ?? '', /^cm told of this message: delivered\./)
})

test('another token of its webhook than that of the API, and a refused product token, are told apart', async () => {
  const webhook = await sendByCm({ webhookTokens: ['another-token-0123456789'] })
  assert.deepEqual(namesOf(webhook).slice(0, 3), ['handed over', 'webhook reached', 'no signature accepted'])
  const [refused] = await sendByCm({ productToken: '11111111-1111-4111-8111-111111111111' }, 0)
  assert.equal(refused?.isDone, false)
  assert.match(refused?.finding ?? '', /^cm refused it: .*credentials, balance and state/)
})
