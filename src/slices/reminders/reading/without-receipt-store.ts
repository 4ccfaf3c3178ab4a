import { statement } from '#/kernel/postgres/db.ts'
import { isToFollowUp } from '#/slices/reminders/rows/row-store.ts'

/** How old a message without a receipt is at least. */
export const receiptAges = ['5m', '1h', '24h'] as const

/** Messages of one SMS provider of which it has said nothing since it took them. */
export type WithoutReceipt = { readonly provider: string } & Readonly<Record<(typeof receiptAges)[number], number>>

/**
 * Text messages that a provider took and of which no receipt came at all, not even that a carrier has them: by provider
 * and age, of the 2,000 oldest that still wait for the last one. Mail has no receipts. Operator work.
 */
export const countWithoutReceipt = statement<WithoutReceipt>(
  'count_without_receipt',
  `select a.provider, count(*) as "5m",
     count(*) filter (where w.handed_over_at <= tijdig_now() - interval '1 hour') as "1h",
     count(*) filter (where w.handed_over_at <= tijdig_now() - interval '24 hours') as "24h"
   from (select platform_holder_id, id, attempts, handed_over_at from reminder
         where ${isToFollowUp} and run_at is not null and state = 'sent' and channel = 'sms'
           and handed_over_at <= tijdig_now() - interval '5 minutes'
         order by run_at limit 2000) w
   join reminder_attempt a on a.platform_holder_id = w.platform_holder_id
     and a.reminder_id = w.id
     and a.attempt_no = w.attempts
   where not exists (select from delivery_receipt d where d.message_reference = a.message_reference)
   group by 1 order by 1`,
)

/** Whether any provider told of a message in the last hour. Operator work. */
export const selectHasReceipts = statement<{ hasReceipts: boolean }>(
  'select_has_receipts',
  `select exists (select from delivery_receipt where received_at > tijdig_now() - interval '1 hour') as has_receipts`,
)
