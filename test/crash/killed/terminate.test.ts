import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../harness.ts'
import { endOf, startServe } from '../processes.ts'
import { startRoundRobin } from './round-robin.ts'
import { assertOnceEach, intakeOf, startWorld } from '../world.ts'

describe('a process that is told to stop', () => {
  test('fails no request while another API process goes on', async (t) => {
    const world = await startWorld(t)
    const launch = { args: ['--roles', 'api'], env: world.processEnv({ TIJDIG_PORT: '0' }) }
    const apis = await Promise.all([startServe(t, launch), startServe(t, launch)])
    const ports = apis.map((api) => api.apiPort())
    const [leaving, staying] = apis
    const balancer = await startRoundRobin(t, ports)
    const load = startLoad(`${balancer.url}/api/v1/platform-holders/${world.holder.id}`, world.holder.apiKey)
    await eventually(async () => load.answered() > 100)
    leaving.signal('SIGTERM')
    const ending = await endOf(leaving)
    const answeredAtEnd = load.answered()
    await eventually(async () => load.answered() > answeredAtEnd + 100)
    const statuses = await load.stop()

    assert.equal(ending.code, 0, leaving.output())
    assert.deepEqual(Object.keys(statuses).sort(), ['200', '201'], JSON.stringify(statuses))
    assert.equal(staying.output().includes('request failed'), false, staying.output())
    assert.equal(leaving.output().includes('request failed'), false, leaving.output())
    t.diagnostic(`${JSON.stringify(statuses)}, ended after ${Math.round(ending.tookMs)} ms`)
  })

  test('as a worker, finishes what it has in hand and leaves the rest to the next one', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(200)
    const worker = await world.startWorker()
    await world.becomeDue()
    await eventually(async () => (await world.taken()).length > 0)
    worker.signal('SIGTERM')
    const ending = await endOf(worker)

    assert.equal(ending.code, 0, worker.output())
    const { claimed, handed_over } = await world.states()
    assert.deepEqual({ claimed, handed_over }, { claimed: undefined, handed_over: undefined })
    await world.startWorkerHere()
    await world.untilStates({ delivered: 200 })
    assertOnceEach(await world.taken(), numbers)
  })
})

/** Reads and writes in eight lanes without a pause. A broken connection counts under its error code. */
function startLoad(baseUrl: string, apiKey: string) {
  const statuses: Record<string, number> = {}
  const life = { isStopping: false }
  let number = 0
  let answered = 0
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return response.status === 502 ? text : String(response.status)
  }
  const lane = async () => {
    while (!life.isStopping) {
      number += 1
      const status = await (
        number % 2 ? call('POST', '/appointments/intake', intakeOf(number)) : call('GET', '/appointments?pageSize=5')
      ).catch((error: Error) => String((error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message))
      statuses[status] = (statuses[status] ?? 0) + 1
      answered += 1
    }
  }
  const lanes = Promise.all(Array.from({ length: 8 }, lane))
  return {
    answered: () => answered,
    async stop() {
      life.isStopping = true
      await lanes
      return statuses
    },
  }
}
