import type { Page } from '#/kernel/page.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { TriedRow } from './tried-store.ts'

export type SentRow = TriedRow & {
  readonly startsAt: Temporal.Instant
  readonly timezone: string
  readonly destinationMasked: string | null
}

/** Messages that were handed over about appointments of these entries, the last first; one more than the page. */
export function listSentToEntries(
  tx: HolderTx,
  entries: readonly string[],
  { after, size }: Pick<Page, 'after' | 'size'>,
): Promise<SentRow[]> {
  return tx.rows(selectSent, [tx.platformHolderId, entries, after?.[0] ?? null, after?.[1] ?? null, size + 1])
}

const selectSent = statement<SentRow>(
  'list_sent_to_person',
  `select r.id, r.appointment_id, a.starts_at, a.timezone, r.kind, r.channel, r.state, r.reason_code,
     r.handed_over_at as at, r.destination_masked
   from appointment a join reminder r on r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id
   where a.platform_holder_id = $1 and a.holder_recipient_id = any($2::uuid[]) and r.handed_over_at is not null
     and ($3::timestamptz is null or (r.handed_over_at, r.id) < ($3::timestamptz, $4::uuid))
   order by r.handed_over_at desc, r.id desc limit $5`,
)
