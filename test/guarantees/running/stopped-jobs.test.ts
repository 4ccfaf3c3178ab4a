import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { replanAppointment } from '#/slices/reminders/reminders.ts'
import { eventually } from '../../harness.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let owner: Client
before(async () => {
  world = await startWorld({ roles: [] })
  owner = new Client({ connectionString: world.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await world?.stop()
})

test('no job that was done before its worker stopped is left to be done again', async () => {
  await owner.query(
    `select enqueue_job($1, json_build_object('platformHolderId', $2::text, 'appointmentId', $2::text))
     from generate_series(1, 500)`,
    [replanAppointment.task, newId()],
  )
  const left = async () => {
    const { rows } = await owner.query<{ isHeld: boolean }>(
      'select locked_at is not null as is_held from graphile_worker._private_jobs',
    )
    return rows
  }
  const jobs = await world.startJobs()
  try {
    await eventually(async () => (await left()).length < 490)
  } finally {
    await jobs.stop()
  }
  const rows = await left()
  assert.ok(rows.length > 0, 'All were done before the stop')
  assert.equal(rows.filter((row) => row.isHeld).length, 0)
})

test('a worker that could not read the ids of its tasks at its start does jobs once the database answers', async () => {
  await owner.query('begin')
  await owner.query('lock table graphile_worker._private_tasks in access exclusive mode')
  const jobs = await world.startJobs()
  try {
    await eventually(async () => world.logLines.some((line) => line.includes('job runner replaced')))
    await owner.query('rollback')
    await owner.query(
      `select enqueue_job($1, json_build_object('platformHolderId', $2::text, 'appointmentId', $2::text))`,
      [replanAppointment.task, newId()],
    )
    await eventually(async () => {
      const { rows } = await owner.query('select 1 from graphile_worker._private_jobs')
      return rows.length === 0
    })
  } finally {
    await jobs.stop()
  }
})
