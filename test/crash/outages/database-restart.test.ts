import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readSettings } from '#/app/settings/read-settings.ts'
import { operations } from '#/app/operations.ts'
import { createTestClock } from '#/app/clock/test-clock.ts'
import { createServices } from '#/app/wiring.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { startEmbeddedPostgres } from '#/embedded-postgres/embedded-postgres.ts'
import { callApi, createTestHolder, eventually, testSecret } from '../../harness.ts'
import { freePorts } from '../../postgres.ts'
import { atEnd } from '../at-end.ts'
import { startServe } from '../processes.ts'
import { dueAt, intakeOf } from '../world.ts'

test('a restart of the database server under a running product: 503 meanwhile, then everything goes on by itself', async (t) => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tijdig-restart-'))
  // As root, the server runs as another user, who needs access.
  await chmod(dataDirectory, 0o755)
  atEnd(t, () => rm(dataDirectory, { recursive: true, force: true }))
  const first = await startEmbeddedPostgres({ dataDirectory })
  atEnd(t, () => first.stop())
  const product = await startProductOn(t, first.url)
  const handIn = async (index: number) =>
    (await product.holder.call('POST', '/appointments/intake', intakeOf(index))).status
  for (let index = 0; index < 10; index += 1) assert.equal(await handIn(index), 201)

  await first.stop()
  assert.equal(await handIn(10), 503)
  assert.equal((await callApi(`${product.url}/healthz`, 'GET')).status, 200)
  assert.equal((await callApi(`${product.url}/readyz`, 'GET')).status, 503)
  const second = await startEmbeddedPostgres({ dataDirectory })
  atEnd(t, () => second.stop())
  assert.equal(second.url, first.url)

  await eventually(async () => (await handIn(10)) === 201)
  await product.clock.set(dueAt)
  const sent = await eventually(async () => {
    const { items } = (await callApi(`${product.sandboxUrl}/inbox/sms?limit=100`, 'GET')).body
    return items.length >= 11 && (items as { to: string }[])
  })
  assert.equal(sent.length, 11)
  assert.equal(new Set(sent.map((sms) => sms.to)).size, 11)
})

/** API, worker and twins in one process of their own. */
async function startProductOn(t: TestContext, databaseUrl: string) {
  const [api, sandbox, smtp, admin] = (await freePorts(4)).map(String)
  const env = {
    TIJDIG_ENVIRONMENT: 'test',
    TIJDIG_SECRET: testSecret,
    DATABASE_URL: databaseUrl,
    TIJDIG_PORT: api ?? '',
    TIJDIG_SANDBOX_PORT: sandbox ?? '',
    TIJDIG_SANDBOX_SMTP_PORT: smtp ?? '',
    TIJDIG_ADMIN_PORT: admin ?? '',
    TIJDIG_BASE_URL: `http://127.0.0.1:${api}`,
  }
  await startServe(t, { env, args: ['--roles', 'api,worker,sandbox', '--no-demo'] })
  const settings = readSettings(env)
  // The restart ends this pool's connections as well; it opens new ones.
  const operator = openPool({ databaseUrl, role: 'tijdig_operator', size: 2, onIdleError: () => undefined })
  atEnd(t, () => operator.end())
  const clock = createTestClock(operator)
  await clock.set('2027-01-11T08:00:00Z')
  return {
    url: settings.baseUrl,
    sandboxUrl: `http://127.0.0.1:${sandbox}`,
    clock,
    holder: await createTestHolder(operator, createServices(settings, testSecret, operations), settings.baseUrl, {}),
  }
}
