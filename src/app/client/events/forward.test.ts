import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startReceiver, type TestReceiver } from './receiver-for-tests.ts'
import { eventually } from '../../../../test/harness.ts'
import { forward } from './forward.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const endless = new AbortController().signal

let receiver: TestReceiver
before(async () => {
  receiver = await startReceiver()
})
after(() => receiver.stop())

test('a receiver that hangs has its time and no more', async () => {
  receiver.answer = () => undefined
  const waiting = { url: receiver.url, secret, timeoutMs: 200 }
  const { status, problem, durationMs } = await forward(waiting, { id: 'evt_1' }, endless)
  assert.deepEqual([status, problem], [null, 'no answer in time'])
  assert.ok(durationMs >= 199)
})

test('one that says no and then hangs has said no, and one without end is left', async () => {
  receiver.answer = (response) => void response.writeHead(500).write('Out of order\n')
  const hanging = { url: receiver.url, secret, timeoutMs: 2_000 }
  assert.equal((await forward(hanging, { id: 'evt_1' }, endless)).status, 500)
  let isLeft = false
  receiver.answer = (response) => {
    response.writeHead(200).once('close', () => (isLeft = true))
    const write = () => void (isLeft || response.write('x'.repeat(10_000), () => setImmediate(write)))
    write()
  }
  const { status, problem } = await forward({ url: receiver.url, secret }, { id: 'evt_1' }, endless)
  assert.deepEqual([status, problem], [200, null])
  await eventually(async () => isLeft)
})

test('whoever ends it does not wait for the receiver', async () => {
  const ending = new AbortController()
  receiver.answer = () => ending.abort()
  await assert.rejects(forward({ url: receiver.url, secret }, { id: 'evt_1' }, ending.signal), { name: 'AbortError' })
})
