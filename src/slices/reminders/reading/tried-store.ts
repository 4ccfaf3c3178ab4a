import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'

export type TriedRow = RowOf<typeof triedColumns> & {
  readonly at: Temporal.Instant
}

const triedColumns = columns('reminder', 'r.id, r.appointment_id, r.kind, r.channel, r.state, r.reason_code')

/** Most messages told of one appointment: the newest. */
export const triedMax = 5

/** What was tried to reach the people of these appointments, of each the newest last. */
export function listTried(tx: HolderTx, appointmentIds: readonly string[]): Promise<TriedRow[]> {
  return tx.rows(selectTried, [tx.platformHolderId, appointmentIds])
}

const selectTried = statement<TriedRow>(
  'list_tried_messages',
  `select tried.* from unnest($2::uuid[]) as wanted(id) cross join lateral (
     select ${triedColumns}, coalesce(r.handed_over_at, r.due_at) as at
     from reminder r
     where r.platform_holder_id = $1 and r.appointment_id = wanted.id
       and (r.handed_over_at is not null or (r.state in ('skipped', 'suppressed', 'expired')
         and r.reason_code not in ('due_in_past', 'superseded', 'confirmed')))
     order by coalesce(r.handed_over_at, r.due_at) desc, r.id limit ${triedMax}) tried
   order by tried.at, tried.id`,
)
