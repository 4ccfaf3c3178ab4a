import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReceiver } from '#/app/client/events/receiver-for-tests.ts'
import { eventually } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { freePorts } from '../../postgres.ts'
import { atEnd } from '../at-end.ts'
import { launchCommand, startServe } from '../processes.ts'
import { startWorld } from '../world.ts'

test('listen goes on when the server it reads from is killed: nothing is lost, and nothing comes twice', async (t) => {
  const { product, holder, processEnv, startWorkerHere } = await startWorld(t)
  await startWorkerHere()
  const [port = 0] = await freePorts(1)
  const env = processEnv({ TIJDIG_PORT: String(port) })
  const startApi = () => startServe(t, { args: ['--roles', 'api'], env })
  let api = await startApi()
  const receiver = await startReceiver()
  atEnd(t, () => receiver.stop())
  const listening = launchCommand(t, {
    args: ['listen', '--forward-to', receiver.url],
    env: { TIJDIG_BASE_URL: `http://127.0.0.1:${port}`, TIJDIG_API_KEY: holder.apiKey },
  })
  await eventually(async () => listening.output().includes('until Ctrl-C'))
  const registered = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body))
      .filter(({ type }) => type === 'appointment.registered')
      .map(({ subject }) => subject.id)
  const stored: string[] = []
  for (let round = 0; round < 2; round += 1) {
    stored.push((await storeAppointment(product, holder)).id)
    await eventually(async () => registered().length === stored.length)
    await api.kill()
    stored.push((await storeAppointment(product, holder)).id, (await storeAppointment(product, holder)).id)
    await eventually(async () => listening.output().split('cannot be reached').length > round * 2 + 2)
    api = await startApi()
    await eventually(async () => registered().length === stored.length)
  }
  assert.deepEqual(registered(), stored)
  const sequences = receiver.received.map(({ body }) => JSON.parse(body).sequence)
  assert.deepEqual(
    sequences,
    sequences.map((_, index) => index + 1),
  )
  listening.signal('SIGTERM')
  assert.equal((await listening.ended).code, 0)
})
