import assert from 'node:assert/strict'
import { eventually } from '../../harness.ts'
import { endOf, type ServeProcess } from '../processes.ts'
import { intakeOf, type World } from '../world.ts'

/** Index of the appointment that shows that a worker is working again. */
export const awake = 5_000

/** Gives the sleeper alone one more reminder: once that is sent and it has ended, no stale write can follow. */
export async function wakeAndWork(
  world: World,
  sleeper: ServeProcess,
  other: { stop(): Promise<void> },
  numbers: readonly string[],
): Promise<void> {
  await other.stop()
  sleeper.signal('SIGCONT')
  const answer = await world.holder.call('POST', '/appointments/intake', {
    ...intakeOf(awake),
    startsAt: '2027-01-14T11:00:00+01:00',
    endsAt: '2027-01-14T11:20:00+01:00',
  })
  assert.equal(answer.status, 201)
  await world.product.clock.set('2027-01-13T10:00:00Z')
  await eventually(async () => (await world.taken()).length > numbers.length)
  sleeper.signal('SIGTERM')
  assert.equal((await endOf(sleeper)).code, 0, sleeper.output())
}

/** Everything about the first reminders and their attempts that a stale write could touch. */
export async function snapshot({ owner }: World): Promise<unknown[]> {
  const { rows } = await owner.query(
    `select r.id, r.state, r.reason_code, r.claim_no, case when r.state <> 'sent' then r.run_at::text end as run_at, r.attempts, r.updated_at::text,
       (select json_agg(json_build_array(t.attempt_no, t.state, t.reason_code) order by t.attempt_no)
        from reminder_attempt t where t.reminder_id = r.id) as tried
     from reminder r where r.due_at = '2027-01-12T10:00:00Z' order by r.id`,
  )
  return rows
}
