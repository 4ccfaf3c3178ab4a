import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { checkArchive } from '#/app/operator/doctor/check-database.ts'
import { completeDeletion, startDeletion } from '#/app/operator/recipients/deletion.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { eventually } from '../harness.ts'
import { endOf, launchCommand } from '../crash/processes.ts'
import { assertOnceEach, dueAt, intakeOf, phoneOf, startWorld, type World } from '../crash/world.ts'
import { backup, copyServer, serverFolder, startPrimary, startRestored, type Server } from './servers.ts'

const name = 'Kanarie Vogel'
/** Said of what webhooks repeat. */
const isRestored = 'the database was restored or a standby took over'
const run = promisify(execFile)

// The steps of docs/running/restore.md, "Restore to a moment", with its commands.
test('restored to a moment before it was lost, with its archive and journal, a database sends nothing twice and forgets again', async (t) => {
  const [archive, journals] = [await serverFolder(t), await serverFolder(t)]
  const primary = await startPrimary(t, {
    archive_mode: 'on',
    archive_command: `${backup('archive-wal.sh')} "%p" ${archive}/%f`,
  })
  const world = await startWorld(t, { url: primary.url, drop: async () => undefined })
  const changes = { TIJDIG_ERASURE_JOURNAL: join(journals, 'erasures.jsonl') }
  const worker = await world.startWorker(changes)
  const copy = await copyServer(t, primary)

  const before = await handIn(world, 0, '09')
  const atLoss = await handIn(world, 20, '11')
  const afterwards = await handIn(world, 40, '13')
  const request = await askToBeErased(world)
  await world.jump({ hours: 24 })
  await untilSent(primary, 20)
  const [clock] = await primary.administer<{ moment: string }>('select clock_timestamp()::text as moment')

  // From here on all is lost with the server: messages that were sent, and an erasure that only the journal has.
  await world.becomeDue()
  await untilSent(primary, 40)
  await startDeletion(world.product.operator, world.product.services.keys, request)
  await completeDeletion(world.product.operator, world.product.services.keys, request, {
    message: '',
    retained: [],
    sharedContacts: null,
  })
  await eventually(async () => (await countNamed(primary)) === 0)
  worker.signal('SIGTERM')
  assert.equal((await endOf(worker)).code, 0, worker.output())
  await archived(primary)
  await primary.kill()

  const moment = clock?.moment ?? ''
  const restored = await startRestored(t, { copy, archive, moment, port: primary.port })
  assert.ok((await countNamed(restored)) > 0, 'The backup is older than the erasure')
  const reapplied = launchCommand(t, { args: ['deletion', 'reapply'], env: await world.processEnv(changes) })
  assert.match((await endOf(reapplied)).stdout, /erased again: 1\./)
  assert.equal(await countNamed(restored), 0)

  // A worker starts no sooner than four hours after the old one ended.
  await world.product.clock.set(dueAt)
  await world.jump({ hours: 4, seconds: 1 })
  const successor = await world.startWorker(changes)
  await eventually(async () => successor.output().includes(isRestored))
  assert.ok(!worker.output().includes(isRestored))
  await untilSent(restored, 40)
  assertOnceEach(await world.taken(), [...before, ...atLoss, ...afterwards])
  const ends = await restored.administer<{ end: string; count: number }>(
    `select r.state || ': ' || r.reason_code as end, count(*)::int as count from reminder r join appointment a on a.id = r.appointment_id
     where r.state = 'expired' group by 1`,
  )
  assert.deepEqual(ends, [{ end: 'expired: too_late', count: atLoss.length }])
  successor.signal('SIGTERM')
  assert.equal((await endOf(successor)).code, 0, successor.output())
  await world.end()
})

test('an archive is small, is refused a second file of a name, and the doctor says when nothing gets into it', async (t) => {
  const archive = await serverFolder(t)
  const server = await startPrimary(t, {
    archive_mode: 'on',
    archive_command: `${backup('archive-wal.sh')} "%p" ${archive}/%f`,
  })
  const doctor = new Client({ connectionString: server.url })
  await doctor.connect()
  t.after(() => doctor.end())
  const check = () => checkArchive(doctor, 'production')
  for (let file = 0; file < 3; file += 1) {
    // As little as heartbeats write.
    await server.administer(`create table if not exists beat_${file} as select now()`)
    await archived(server)
  }
  const kept = (await readdir(archive)).filter((name) => name.endsWith('.gz')).toSorted()
  const sizes = await Promise.all(kept.map(async (name) => (await stat(join(archive, name))).size))
  t.diagnostic(`${kept.length} files of 16 MB take ${sizes} bytes`)
  assert.ok(kept.length >= 3 && (sizes.at(-1) ?? 0) < 1_000_000, String(sizes))
  assert.equal((await check()).status, 'ok')

  // What another server would write under a name that is taken.
  const taken = join(archive, kept[0]?.replace('.gz', '') ?? '')
  const other = join(archive, 'other')
  await writeFile(other, 'something else')
  await assert.rejects(run(backup('archive-wal.sh'), [other, taken]))
  await run('sh', ['-c', `gzip -dc ${taken}.gz > ${other}`])
  await run(backup('archive-wal.sh'), [other, taken])
  await run(backup('restore-wal.sh'), [taken, `${other}.again`])
  assert.equal((await stat(`${other}.again`)).size, 16 * 1024 * 1024)
  await assert.rejects(run(backup('restore-wal.sh'), [`${taken}0`, other]), { code: 1 })

  await server.administer(`alter system set archive_command = 'false'`)
  await server.administer('select pg_reload_conf()')
  await server.administer('create table unarchived as select now()')
  await server.administer('select pg_switch_wal()')
  const failing = await eventually(async () => {
    const found = await check()
    return found.status === 'fail' && found
  })
  assert.match(failing.finding, /^The WAL is not archived: \d+ tries failed/)
})

test('old base backups go, the newest stays however old, and WAL that only those needed goes with them', async (t) => {
  const folder = await serverFolder(t)
  const [backups, archive] = [join(folder, 'backups'), join(folder, 'archive')]
  const segment = (number: number) => `0000000100000000000000${number.toString(16).padStart(2, '0').toUpperCase()}`
  await mkdir(archive)
  for (let number = 1; number <= 12; number += 1) await writeFile(join(archive, `${segment(number)}.gz`), '')
  await writeFile(join(archive, '00000002.history.gz'), '')
  for (const [name, days, first] of [
    ['oldest', 20, 2],
    ['old', 15, 5],
    ['recent', 3, 9],
  ] as const) {
    await mkdir(join(backups, name), { recursive: true })
    await writeFile(join(backups, name, 'backup_label'), `START WAL LOCATION: 0/5000028 (file ${segment(first)})\n`)
    const at = new Date(Date.now() - days * 86_400_000)
    await utimes(join(backups, name), at, at)
  }
  const forget = (days: number) => run(backup('forget.sh'), [backups, archive, String(days)])
  await forget(17)
  assert.deepEqual((await readdir(backups)).toSorted(), ['old', 'recent'])
  assert.equal((await readdir(archive)).toSorted()[0], `${segment(5)}.gz`)
  await forget(1)
  assert.deepEqual(await readdir(backups), ['recent'])
  assert.deepEqual((await readdir(archive)).toSorted(), [
    ...[9, 10, 11, 12].map((number) => `${segment(number)}.gz`),
    '00000002.history.gz',
  ])

  // The job has failed half-way since, each night.
  const old = new Date(Date.now() - 20 * 86_400_000)
  await utimes(join(backups, 'recent'), old, old)
  await mkdir(join(backups, 'unfinished'))
  const label = join(backups, 'unfinished', 'backup_label')
  await writeFile(label, `START WAL LOCATION: 0/5000028 (file ${segment(11)})\n`)
  await forget(1)
  assert.deepEqual((await readdir(backups)).toSorted(), ['recent', 'unfinished'])
  assert.equal((await readdir(archive)).length, 5)
  await rm(label)
  await rm(join(backups, 'recent', 'backup_label'))
  await assert.rejects(forget(1), /No backup in/)
  await rm(join(backups, 'recent'), { recursive: true })
  await assert.rejects(forget(1), /No whole backup in/)
  assert.equal((await readdir(archive)).length, 5)
})

/** Hands in twenty appointments in two days, at this hour in Amsterdam. @returns their numbers */
async function handIn(world: World, first: number, hour: string): Promise<string[]> {
  const indexes = Array.from({ length: 20 }, (_, index) => first + index)
  const times = { startsAt: `2027-01-13T${hour}:00:00+01:00`, endsAt: `2027-01-13T${hour}:20:00+01:00` }
  for (const index of indexes) {
    const answer = await world.holder.call('POST', '/appointments/intake', { ...intakeOf(index), ...times })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }
  return indexes.map(phoneOf)
}

/** A person with an appointment weeks ahead asks to be erased. @returns the id of the request */
async function askToBeErased({ product, holder }: World): Promise<string> {
  const answer = await holder.call('POST', '/appointments/intake', {
    ...intakeOf(60),
    startsAt: '2027-03-01T11:00:00+01:00',
    endsAt: '2027-03-01T11:20:00+01:00',
    recipient: { displayName: name, email: 'kanarie@example.com' },
  })
  const { rows } = await product.operator.query<{ holderRecipientId: string }>(
    'select holder_recipient_id from appointment where id = $1',
    [answer.body.data.appointmentId],
  )
  const links = [{ platformHolderId: holder.id, holderRecipientId: rows[0]?.holderRecipientId ?? '' }]
  const recipient = await product.createRecipient({ displayName: name, links })
  const asked = await recipient.call('POST', '/deletion-requests', {
    clientRequestId: randomUUID(),
    confirmDeletion: true,
  })
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  return asked.body.data.id
}

async function countNamed(server: Server): Promise<number> {
  const [row] = await server.administer<{ count: number }>(
    `select (select count(*) from appointment a where to_jsonb(a)::text like '%' || $1 || '%')::int
       + (select count(*) from recipient where display_name = $1)::int as count`,
    [name],
  )
  return row?.count ?? -1
}

async function untilSent(server: Server, count: number): Promise<void> {
  await eventually(async () => {
    const [row] = await server.administer<{ count: number }>(
      `select count(*)::int as count from reminder where state in ('sent', 'delivered')`,
    )
    return row?.count === count
  })
}

/** Waits until the archive has all WAL written so far. */
async function archived(server: Server): Promise<void> {
  const [row] = await server.administer<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  await eventually(async () => {
    const [archiver] = await server.administer<{ lastArchivedWal: string }>(
      'select last_archived_wal from pg_stat_archiver',
    )
    return (archiver?.lastArchivedWal ?? '') >= (row?.file ?? '')
  })
}
