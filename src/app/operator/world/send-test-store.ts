import { statement } from '#/kernel/postgres/db.ts'

/** What a provider told of one message so far, oldest first. Operator work. */
export const selectReceiptsOf = statement<{ state: string; providerCode: string }>(
  'select_receipts_of_message',
  `select state, provider_code from delivery_receipt where message_reference = $1 order by received_at, id limit 20`,
)
