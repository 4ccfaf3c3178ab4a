import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { Position } from '#/kernel/page.ts'
import { rememberedLocaleSql } from '#/slices/appointments/sql.ts'
import { itemOutcome, itemReason, messageOfItem } from '#/slices/batches/sql.ts'

export type ItemOutcome = 'waiting' | 'applied' | 'told' | 'must_call' | 'skipped'

export type ItemRow = {
  readonly appointmentId: string
  readonly holderRecipientId: string
  readonly displayName: string
  readonly phoneNumberE164: string | null
  readonly locale: string | null
  readonly startsAt: Temporal.Instant
  readonly timezone: string
  readonly outcome: ItemOutcome
  readonly reasonCode: string | null
  readonly channel: 'sms' | 'email' | null
  readonly isSourceManaged: boolean
}

/** Nearest start first, one more than the page. @param outcome null for all */
export function listItems(
  tx: HolderTx,
  batchId: string,
  outcome: ItemOutcome | null,
  after: Position | null,
  size: number,
): Promise<ItemRow[]> {
  const values = [tx.platformHolderId, batchId, outcome, after?.[0] ?? null, after?.[1] ?? null, size + 1]
  return tx.rows(selectItems, values)
}

const selectItems = statement<ItemRow>(
  'list_batch_items',
  `select o.appointment_id, o.holder_recipient_id, o.display_name, o.phone_number_e164, o.locale, o.starts_at, o.timezone,
     o.outcome, o.reason_code, o.channel, o.is_source_managed
   from (
     select i.appointment_id, a.holder_recipient_id, a.recipient_name as display_name,
       a.recipient_phone as phone_number_e164, ${rememberedLocaleSql('a')} as locale, i.starts_at, a.timezone,
       ${itemOutcome} as outcome, ${itemReason} as reason_code, m.channel, i.is_source_managed
     from batch_item i
     join appointment a on a.platform_holder_id = i.platform_holder_id and a.id = i.appointment_id
     ${messageOfItem}
     where i.platform_holder_id = $1 and i.batch_id = $2) o
   where ($3::text is null or o.outcome = $3)
     and ($4::timestamptz is null or (o.starts_at, o.appointment_id) > ($4::timestamptz, $5::uuid))
   order by o.starts_at, o.appointment_id limit $6`,
)
