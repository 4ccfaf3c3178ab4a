import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Identity } from '#/kernel/context.ts'
import { newId, noLocation } from '#/kernel/ids.ts'
import { createLog } from '#/kernel/log.ts'
import { freePorts, testDatabase } from '../../../../test/postgres.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { readBehind, Standby } from './standby.ts'

const notARow = statement<{ one: number }>('divide_by_zero', 'select 1 / 0 as one')
const where = statement<{ name: string }>('select_database', 'select current_database() as name')
const read = async (tx: Tx) => (await tx.rows(where))[0]?.name
const onPrimary = async () => 'the primary'
const options = { holder: null }

const walls = statement<{ holder: string; locations: string[] }>(
  'select_walls',
  'select bound_holder() as holder, bound_locations() as locations',
)
const slow = statement('sleep_long', 'select pg_sleep(5)')

function standbyAt(databaseUrl: string, statementTimeoutMs = 10_000) {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  return { lines, standby: new Standby({ databaseUrl, role: 'tijdig_api', size: 1, statementTimeoutMs, log }) }
}

test('reads that may lag go to the standby', async (t) => {
  const database = await testDatabase()
  const { standby, lines } = standbyAt(database.url)
  t.after(async () => {
    await standby.end()
    await database.drop()
  })
  assert.equal(await standby.read(options, read, onPrimary), new URL(database.url).pathname.slice(1))
  // What the read itself does wrong is no reason to try the primary.
  await assert.rejects(
    standby.read(
      options,
      (tx) => tx.rows(notARow),
      async () => [],
    ),
    /division by zero/,
  )
  assert.deepEqual(lines, [])
})

test('whoever is of some locations sees no others there', async (t) => {
  const database = await testDatabase()
  const { standby } = standbyAt(database.url)
  t.after(async () => {
    await standby.end()
    await database.drop()
  })
  const platformHolderId = newId()
  const identity: Identity = {
    credentialId: newId(),
    actorId: newId(),
    authentication: 'session',
    role: 'platform_holder_user',
    platformHolderId,
    recipientId: null,
    profileId: null,
    staffRole: 'viewer',
    locations: ['east', noLocation],
    scopes: [],
  }
  const tx: Tx = { rows: () => assert.fail('The primary is not asked'), send: () => undefined }
  const [bound] = await readBehind({ tx, identity, standby }, (behind) => behind.rows(walls))
  assert.deepEqual(bound, { holder: platformHolderId, locations: ['east', noLocation] })
})

test('a read that takes too long there is not repeated on the primary, and the next one is tried there again', async (t) => {
  const database = await testDatabase()
  const { standby, lines } = standbyAt(database.url, 100)
  t.after(async () => {
    await standby.end()
    await database.drop()
  })
  const asked: string[] = []
  const otherwise = async () => [void asked.push('the primary')]
  await assert.rejects(
    standby.read(options, (tx) => tx.rows(slow), otherwise),
    /statement timeout/,
  )
  assert.equal(await standby.read(options, read, onPrimary), new URL(database.url).pathname.slice(1))
  assert.deepEqual([asked, lines], [[], []])
})

test('while a standby does not answer the primary is read, and each read does not try it again', async () => {
  const [port] = await freePorts(1)
  const { standby, lines } = standbyAt(`postgres://nobody@127.0.0.1:${port}/nothing`)
  for (let reads = 0; reads < 3; reads += 1) assert.equal(await standby.read(options, read, onPrimary), 'the primary')
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /the primary answers for the standby/)
  await standby.end()
})
