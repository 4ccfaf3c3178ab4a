import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callApi, eventually, testSecret } from '../../harness.ts'
import { testDatabase } from '../../postgres.ts'
import { endOf, launchServe } from '../processes.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'

// Containers that start together: the product before the database it needs.

describe('a start waits for its database', { concurrency: 3 }, () => {
  for (const [outage, environment] of [
    ['cut', 'test'],
    ['hang', 'beta'],
  ] as const) {
    test(`that ${outage === 'cut' ? 'refuses connections' : 'accepts them and says nothing'}, and then serves`, async (t) => {
      const { wire, serving } = await startTooEarly(t, outage, environment, '120')
      await eventually(async () => serving.output().includes('database does not answer yet'))
      await wire.pass()
      await serving.untilReady()
      assert.equal((await callApi(`http://127.0.0.1:${serving.apiPort()}/readyz`, 'GET')).status, 200)
    })
  }

  test('also when only the pooler in front of it is away', async (t) => {
    const { wire, serving } = await startTooEarly(t, 'cut', 'test', '120', true)
    await eventually(async () => serving.output().includes('database does not answer yet'))
    await wire.pass()
    await serving.untilReady()
  })

  test('no longer than it was told to, and ends with a sentence', async (t) => {
    const { serving } = await startTooEarly(t, 'cut', 'test', '2')
    const { code, stderr } = await endOf(serving)
    assert.equal(code, 1)
    assert.match(stderr, /^DATABASE_URL names a server that does not answer/)
  })
})

async function startTooEarly(
  t: Parameters<typeof startTcpProxy>[0],
  outage: 'cut' | 'hang',
  environment: string,
  patienceSeconds: string,
  isOnlyPoolerAway = false,
): Promise<{ wire: TcpProxy; serving: ReturnType<typeof launchServe> }> {
  const direct = (await testDatabase()).url
  const database = new URL(direct)
  const wire = await startTcpProxy(t, Number(database.port))
  await wire[outage]()
  database.port = String(wire.port)
  const env = {
    TIJDIG_ENVIRONMENT: environment,
    TIJDIG_SECRET: testSecret,
    DATABASE_URL: database.href,
    // What is in the way passes everything on, as a pooler in session mode does.
    ...(isOnlyPoolerAway && { TIJDIG_DATABASE_DIRECT_URL: direct }),
    TIJDIG_PORT: '0',
    TIJDIG_BASE_URL: 'http://localhost',
    TIJDIG_ADMIN_PORT: '0',
    TIJDIG_DATABASE_PATIENCE_SECONDS: patienceSeconds,
  }
  return {
    wire,
    serving: launchServe(t, { env, args: ['--roles', 'api', '--no-demo'] }),
  }
}
