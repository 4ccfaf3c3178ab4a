import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { callApi } from '../../harness.ts'
import { applyNewer } from '../../migrations.ts'
import { freePorts } from '../../postgres.ts'
import { endOf, isRunning, launchCommand, launchServe, startServe } from '../processes.ts'
import { startWorld } from '../world.ts'

test('processes go on while a newer version expands the schema, and end when one takes away what they use', async (t) => {
  const world = await startWorld(t)
  const [port] = await freePorts(1)
  const [api, worker] = await Promise.all([
    startServe(t, { args: ['--roles', 'api'], env: world.processEnv({ TIJDIG_PORT: String(port) }) }),
    world.startWorker(),
  ])
  const isReady = async () => (await callApi(`http://127.0.0.1:${port}/readyz`, 'GET')).status === 200
  const expanded = { '9001_more.sql': '-- expand\nalter table lease add column more text;\n' }
  await applyNewer(t, world.owner, expanded)
  // Longer than the pause after which they look again.
  await sleep(6_000)
  assert.ok(await isReady())
  assert.ok(isRunning(worker.pid))

  await applyNewer(t, world.owner, {
    ...expanded,
    '9002_less.sql': '-- contract 9001_more.sql\nalter table lease drop column more;\n',
  })
  const reason =
    /The schema of the database is newer than this code and lacks what it uses \(9002_less\.sql\): run the version that migrated it\.\n$/
  for (const { code, stderr } of await Promise.all([endOf(api), endOf(worker)])) {
    assert.equal(code, 1)
    assert.match(stderr, reason)
  }
  const command = await endOf(launchCommand(t, { args: ['holder', 'list'], env: world.processEnv() }))
  assert.equal(command.code, 1)
  assert.match(command.stderr, reason)
  const { code, stderr } = await endOf(launchServe(t, { args: ['--roles', 'worker'], env: world.processEnv() }))
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^DATABASE_URL names a database whose schema is newer than this code and lacks what it uses \(9002_less\.sql\)/,
  )
})
