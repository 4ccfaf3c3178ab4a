import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { deliveryLateral } from '#/slices/reminders/sql.ts'
import type { ReasonCode } from '#/slices/reminders/reminders.ts'

export type ReasonRow = { readonly reasonCode: ReasonCode; readonly appointments: number }

/** Counts the appointments of a span that no message reached, by the reason; the most frequent first. */
export function countReasons(
  tx: HolderTx,
  { from, to }: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
): Promise<ReasonRow[]> {
  return tx.rows(selectReasons, [tx.platformHolderId, from, to])
}

const selectReasons = statement<ReasonRow>(
  'count_delivery_reasons',
  `select d.delivery_reason_code as reason_code, count(*)::int as appointments
   from appointment a ${deliveryLateral}
   where a.platform_holder_id = $1 and a.starts_at >= $2 and a.starts_at < $3 and a.status <> 'cancelled'
     and d.delivery_status in ('failed', 'suppressed', 'none', 'unknown') and d.delivery_reason_code is not null
   group by 1 order by 2 desc, 1 limit 100`,
)
