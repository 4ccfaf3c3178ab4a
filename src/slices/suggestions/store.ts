import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { AppError } from '#/kernel/errors.ts'
import { expiringStatus } from '#/kernel/postgres/expiring-status.ts'
import type { Position } from '#/kernel/page.ts'
import type { SuggestionStatus } from './suggestion.ts'

export type SuggestionRow = RowOf<typeof suggestionColumns> & {
  readonly holderName: string
  readonly status: SuggestionStatus
  readonly version: number
}

// A suggestion expires when its start is reached.
const { isExpired, status } = expiringStatus('g')
const suggestionColumns = columns(
  'suggestion',
  `g.platform_holder_id, g.id, g.kind, g.origin, g.appointment_id, g.request_id, g.proposed_starts_at, g.proposed_ends_at, g.timezone,
  g.message, g.reviewed_at, g.created_at, g.expires_at`,
)
const suggestion = `${suggestionColumns}, holder_name(g.platform_holder_id) as holder_name, ${status} as status,
  g.version + ${isExpired}::int as version`

/** @throws AppError NOT_FOUND */
export async function getOwnSuggestion(tx: Tx, recipientId: string, id: string): Promise<SuggestionRow> {
  const [row] = await tx.rows(selectOwn, [recipientId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectOwn = statement<SuggestionRow>(
  'select_own_suggestion',
  `select ${suggestion} from suggestion g where g.recipient_id = $1 and g.id = $2`,
)

/** The same, locked; the transaction must be bound to its holder. @throws AppError NOT_FOUND */
export async function getOwnSuggestionForUpdate(tx: HolderTx, recipientId: string, id: string): Promise<SuggestionRow> {
  const [row] = await tx.rows(selectForUpdate, [tx.platformHolderId, recipientId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectForUpdate = statement<SuggestionRow>(
  'select_suggestion_for_update',
  `select ${suggestion}
   from suggestion g
   where g.platform_holder_id = $1 and g.recipient_id = $2 and g.id = $3 for update`,
)

/** Newest first, one row more than the page. */
export function listOwnSuggestions(
  tx: Tx,
  recipientId: string,
  wanted: SuggestionStatus | undefined,
  after: Position | null,
  size: number,
): Promise<SuggestionRow[]> {
  return tx.rows(selectPage, [recipientId, wanted ?? null, after?.[0] ?? null, after?.[1] ?? null, size + 1])
}

const selectPage = statement<SuggestionRow>(
  'list_own_suggestions',
  `select ${suggestion} from suggestion g
   where g.recipient_id = $1 and ($2::text is null or ${status} = $2)
     and ($3::timestamptz is null or (g.created_at, g.id) < ($3::timestamptz, $4::uuid))
   order by g.created_at desc, g.id desc limit $5`,
)

/** Writes what the recipient decided, with the commit. */
export function reviewSuggestion(
  tx: Tx,
  { platformHolderId, id }: SuggestionRow,
  decision: 'approved' | 'dismissed',
  now: Temporal.Instant,
): void {
  tx.send(writeReview, [platformHolderId, id, decision, now])
}

const writeReview = statement(
  'review_suggestion',
  `update suggestion set status = $3, reviewed_at = $4, version = version + 1, updated_at = $4
   where platform_holder_id = $1 and id = $2`,
)

export type Approval = {
  readonly proposedStartsAt: Temporal.Instant
  readonly timezone: string
  readonly appointmentId: string | null
  /** As the holder knows the person; null when it knows no appointment of theirs any more. */
  readonly recipientName: string | null
  /** One of the person's, when the suggestion names none. */
  readonly appointmentOfPerson: string | null
  readonly holderName: string
  readonly isTest: boolean
}

/** An approval that the holder has not been told of yet; null when there is none. */
export async function findUntoldApproval(tx: HolderTx, id: string): Promise<Approval | null> {
  const [row] = await tx.rows(selectUntold, [tx.platformHolderId, id])
  return row ?? null
}

const selectUntold = statement<Approval>(
  'select_untold_suggestion_approval',
  `select g.proposed_starts_at, g.timezone, g.appointment_id, h.display_name as holder_name, h.is_test,
     person.recipient_name, person.id as appointment_of_person
   from suggestion g join platform_holder h using (platform_holder_id)
   left join lateral (
     select a.id, a.recipient_name from appointment a
     where a.platform_holder_id = $1
       and (a.id = g.appointment_id or g.appointment_id is null and a.holder_recipient_id in (
       select l.holder_recipient_id
       from recipient_link l
       where l.platform_holder_id = $1 and l.recipient_id = g.recipient_id))
     order by a.starts_at desc, a.id limit 1) person on true
   where g.platform_holder_id = $1 and g.id = $2 and g.status = 'approved' and g.notified_at is null`,
)

/** Writes that the holder was told. */
export async function markTold(tx: HolderTx, id: string): Promise<void> {
  await tx.rows(updateTold, [tx.platformHolderId, id])
}

const updateTold = statement(
  'mark_suggestion_approval_told',
  'update suggestion set notified_at = tijdig_now() where platform_holder_id = $1 and id = $2 and notified_at is null',
)
