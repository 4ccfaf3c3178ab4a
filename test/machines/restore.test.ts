import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { completeDeletion, startDeletion } from '#/app/operator/recipients/deletion.ts'
import { eventually } from '../harness.ts'
import { endOf, launchCommand } from '../crash/processes.ts'
import { assertOnceEach, dueAt, intakeOf, phoneOf, startWorld, type World } from '../crash/world.ts'
import { copyServer, serverFolder, startPrimary, startRestored, type Server } from './servers.ts'

const name = 'Kanarie Vogel'

// The steps of docs/running.md, "Restore to a moment", with its commands.
test('restored to a moment before it was lost, with its archive and journal, a database sends nothing twice and forgets again', async (t) => {
  const [archive, journals] = [await serverFolder(t), await serverFolder(t)]
  const primary = await startPrimary(t, {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
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
