import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { Channel, ReminderKind, ReasonCode, ReminderState } from '#/slices/reminders/words/words.ts'

export type TriedRow = {
  readonly id: string
  readonly appointmentId: string
  readonly kind: ReminderKind
  readonly channel: Channel | null
  readonly state: ReminderState
  readonly reasonCode: ReasonCode | null
  readonly at: Temporal.Instant
}

/** Most messages told of one appointment: the newest. */
export const triedMax = 5

/** What was tried to reach the people of these appointments, of each the newest last. */
export function listTried(tx: HolderTx, appointmentIds: readonly string[]): Promise<TriedRow[]> {
  return tx.rows(selectTried, [tx.platformHolderId, appointmentIds])
}

const selectTried = statement<TriedRow>(
  'list_tried_messages',
  `select tried.* from unnest($2::uuid[]) as wanted(id) cross join lateral (
     select r.id, r.appointment_id, r.kind, r.channel, r.state, r.reason_code, coalesce(r.handed_over_at, r.due_at) as at
     from reminder r
     where r.platform_holder_id = $1 and r.appointment_id = wanted.id
       and (r.handed_over_at is not null or (r.state in ('skipped', 'suppressed', 'expired')
         and r.reason_code not in ('due_in_past', 'superseded', 'confirmed')))
     order by coalesce(r.handed_over_at, r.due_at) desc, r.id limit ${triedMax}) tried
   order by tried.at, tried.id`,
)
