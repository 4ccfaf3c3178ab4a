import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../harness.ts'
import { freePorts } from '../../postgres.ts'
import { endOf, startServe } from '../processes.ts'
import { startRoundRobin } from './round-robin.ts'
import { assertOnceEach, intakeOf, startWorld } from '../world.ts'

/** As long as the proxy leaves out a process that refused; by default ten, as nginx does. */
const graceSeconds = 3

describe('a process that is told to stop', () => {
  test('says so for a grace, in which it answers like any other, and only then refuses', async (t) => {
    const world = await startWorld(t)
    const env = world.processEnv({ TIJDIG_PORT: '0', TIJDIG_STOP_GRACE_SECONDS: String(graceSeconds) })
    const leaving = await startServe(t, { args: ['--roles', 'api'], env })
    const url = `http://127.0.0.1:${leaving.apiPort()}`
    const ask = async (path: string) => {
      const { status, headers } = await fetch(`${url}${path}`)
      return [status, headers.get('connection')]
    }
    assert.deepEqual(await ask('/readyz'), [200, 'keep-alive'])
    const toldMs = performance.now()
    leaving.signal('SIGTERM')
    await eventually(async () => (await ask('/readyz'))[0] === 503)
    assert.deepEqual(await ask('/readyz'), [503, 'close'])
    assert.deepEqual(await ask('/healthz'), [200, 'close'])
    assert.ok(performance.now() - toldMs < graceSeconds * 1_000, 'it said so at once')
    await eventually(() => ask('/healthz').then(() => false, isRefused))
    assert.ok(performance.now() - toldMs >= graceSeconds * 1_000, 'it refused no sooner')
    assert.equal((await endOf(leaving)).code, 0, leaving.output())
  })

  // One after the other is replaced, behind a proxy that only notices refusals.
  test('fails no request while another API process goes on', async (t) => {
    const world = await startWorld(t)
    const ports = await freePorts(2)
    const start = (port: number) => {
      const env = world.processEnv({ TIJDIG_PORT: String(port), TIJDIG_STOP_GRACE_SECONDS: String(graceSeconds) })
      return startServe(t, { args: ['--roles', 'api'], env })
    }
    const apis = await Promise.all(ports.map(start))
    const balancer = await startRoundRobin(t, ports, graceSeconds * 1_000)
    const load = startLoad(`${balancer.url}/api/v1/platform-holders/${world.holder.id}`, world.holder.apiKey)
    await eventually(async () => load.answered() > 100)
    for (const [place, leaving] of apis.entries()) {
      leaving.signal('SIGTERM')
      const ending = await endOf(leaving)
      assert.equal(ending.code, 0, leaving.output())
      assert.equal(leaving.output().includes('request failed'), false, leaving.output())
      t.diagnostic(`ended after ${Math.round(ending.tookMs)} ms`)
      await start(ports[place] ?? 0)
    }
    const answeredAtEnd = load.answered()
    await eventually(async () => load.answered() > answeredAtEnd + 100)
    const statuses = await load.stop()

    const { 200: read = 0, 201: made = 0, ECONNRESET: reset = 0, ...others } = statuses
    assert.ok(read > 0 && made > 0 && Object.keys(others).length === 0, JSON.stringify(statuses))
    // On a very busy machine no moment is quiet enough for none at all, as in drain.test.ts.
    assert.ok(reset <= (read + made) / 400, JSON.stringify(statuses))
    t.diagnostic(`${JSON.stringify(statuses)}, ${balancer.passedOn()} passed on`)
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

function isRefused(error: Error): boolean {
  return (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
}

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
