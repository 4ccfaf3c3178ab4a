import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import type { Position } from '#/kernel/page.ts'
import type { DeletionStatus } from '#/slices/deletion-requests/deletion-request.ts'

/** A request that came to a holder by letter. */
export type LetterRow = {
  readonly id: string
  readonly status: DeletionStatus
  /** `YYYY-MM-DD`. */
  readonly receivedOn: string
  readonly dueAt: Temporal.Instant
  /** Address of the member of staff; null when it is no longer kept. */
  readonly enteredBy: string | null
  readonly createdAt: Temporal.Instant
  readonly completedAt: Temporal.Instant | null
  readonly outcomeMessage: string | null
}

/** The entry of an appointment. @throws AppError NOT_FOUND */
export async function getEntryOf(tx: HolderTx, appointmentId: string): Promise<string> {
  const [row] = await tx.rows(selectEntryOf, [tx.platformHolderId, appointmentId])
  if (!row) throw new AppError('NOT_FOUND')
  return row.holderRecipientId
}

const selectEntryOf = statement<{ holderRecipientId: string }>(
  'select_entry_of_appointment',
  'select holder_recipient_id from appointment where platform_holder_id = $1 and id = $2',
)

/** The same with its version, and nobody changes who comes until the transaction ends. @throws AppError NOT_FOUND */
export async function lockEntryOf(tx: HolderTx, appointmentId: string): Promise<VersionedEntry> {
  const [row] = await tx.rows(selectEntryForShare, [tx.platformHolderId, appointmentId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

type VersionedEntry = { readonly holderRecipientId: string; readonly version: number }

const selectEntryForShare = statement<VersionedEntry>(
  'lock_entry_of_appointment',
  'select holder_recipient_id, version from appointment where platform_holder_id = $1 and id = $2 for share',
)

export type NewLetter = {
  readonly id: string
  readonly holderRecipientId: string
  readonly clientRequestId: string
  readonly enteredBy: string
  readonly receivedOn: string
  readonly dueAt: Temporal.Instant
  readonly now: Temporal.Instant
}

/** Records a letter about an entry, unless one is open. @returns null when one is */
export async function insertLetter(tx: HolderTx, letter: NewLetter): Promise<LetterRow | null> {
  const { id, holderRecipientId, clientRequestId, enteredBy, receivedOn, dueAt, now } = letter
  const values = [tx.platformHolderId, id, holderRecipientId, clientRequestId, enteredBy, receivedOn, dueAt, now]
  const [inserted] = await tx.rows(insert, values)
  if (!inserted) return null
  const [row] = await tx.rows(selectLetter, [tx.platformHolderId, id])
  return row ?? null
}

const insert = statement<{ id: string }>(
  'insert_deletion_by_letter',
  `insert into deletion_request (platform_holder_id, id, holder_recipient_id, client_request_id, entered_by, received_on, due_at,
     created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6::date, $7, $8, $8)
   on conflict (platform_holder_id, holder_recipient_id)
   where status in ('pending_review', 'in_progress') do nothing
   returning id`,
)

const letters = `select d.id, d.status, d.received_on::text as received_on, d.due_at, coalesce(s.email, s.name) as entered_by,
    d.created_at, d.completed_at,
    d.outcome_message
  from deletion_request d
  left join staff_member s on s.platform_holder_id = d.platform_holder_id and s.id = d.entered_by
  where d.platform_holder_id = $1`

const selectLetter = statement<LetterRow>('select_deletion_by_letter', `${letters} and d.id = $2`)

/** Those about the entry of an appointment, newest first, one more than the page. */
export function listLetters(
  tx: HolderTx,
  holderRecipientId: string,
  after: Position | null,
  size: number,
): Promise<LetterRow[]> {
  return tx.rows(selectLetters, [
    tx.platformHolderId,
    holderRecipientId,
    after?.[0] ?? null,
    after?.[1] ?? null,
    size + 1,
  ])
}

const selectLetters = statement<LetterRow>(
  'list_deletions_by_letter',
  `${letters} and d.holder_recipient_id = $2
     and ($3::timestamptz is null or (d.created_at, d.id) < ($3::timestamptz, $4::uuid))
   order by d.created_at desc, d.id desc limit $5`,
)
