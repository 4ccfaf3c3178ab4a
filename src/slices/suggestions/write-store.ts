import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import type { SuggestionKind } from './suggestion.ts'

export type NewSuggestion = {
  readonly platformHolderId: string
  readonly id: string
  readonly recipientId: string
  readonly kind: SuggestionKind
  readonly appointmentId: string | null
  readonly requestId: string | null
  /** UID of the calendar event it was imported from. */
  readonly importUid: string | null
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  readonly timezone: string
  readonly message: string | null
  readonly now: Temporal.Instant
}

/** Adds a suggestion, with the commit; one that was imported before is left as it is. */
export function addSuggestion(tx: Tx, suggestion: NewSuggestion): void {
  tx.send(insert, valuesOf(suggestion))
}

/** The same, awaited. @returns false when it was imported before */
export async function importSuggestion(tx: Tx, suggestion: NewSuggestion): Promise<boolean> {
  return (await tx.rows(insert, valuesOf(suggestion))).length > 0
}

function valuesOf(suggestion: NewSuggestion): unknown[] {
  return [
    suggestion.platformHolderId,
    suggestion.id,
    suggestion.recipientId,
    suggestion.kind,
    suggestion.appointmentId,
    suggestion.requestId,
    suggestion.importUid,
    suggestion.startsAt,
    suggestion.endsAt,
    suggestion.timezone,
    suggestion.message,
    suggestion.now,
  ]
}

const insert = statement<{ inserted: boolean }>(
  'insert_suggestion',
  `insert into suggestion (platform_holder_id, id, recipient_id, kind, appointment_id, request_id, import_uid, proposed_starts_at,
     proposed_ends_at, timezone, message, expires_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $8, $12, $12)
   on conflict (platform_holder_id, recipient_id, import_uid) do nothing returning true as inserted`,
)

/** Withdraws suggestions for an appointment that are not reviewed yet, with the commit. */
export function withdrawSuggestions(tx: HolderTx, appointmentId: string): void {
  tx.send(withdraw, [tx.platformHolderId, appointmentId])
}

const withdraw = statement(
  'withdraw_suggestions',
  `update suggestion set version = version + 1,
     status = case when expires_at <= tijdig_now() then 'expired' else 'withdrawn' end,
     updated_at = least(expires_at, tijdig_now())
   where platform_holder_id = $1 and appointment_id = $2 and status = 'pending_review'`,
)

/**
 * Withdraws what a holder proposed to a recipient whom an entry is no longer linked to: for the entry's appointments
 * and, unless another of the holder's entries is theirs, the follow-ups too.
 *
 * @returns how many waited for a review
 */
export async function withdrawSuggestionsOfEntry(
  tx: Tx,
  { platformHolderId, holderRecipientId, recipientId }: EntryOfRecipient,
): Promise<number> {
  return (await tx.rows(withdrawOfEntry, [platformHolderId, holderRecipientId, recipientId])).length
}

type EntryOfRecipient = {
  readonly platformHolderId: string
  readonly holderRecipientId: string
  readonly recipientId: string
}

const withdrawOfEntry = statement<{ id: string }>(
  'withdraw_suggestions_of_entry',
  `update suggestion s set version = version + 1,
     status = case when expires_at <= tijdig_now() then 'expired' else 'withdrawn' end,
     updated_at = least(expires_at, tijdig_now())
   where s.platform_holder_id = $1 and s.recipient_id = $3 and s.status = 'pending_review' and case
     when s.appointment_id is null then not exists (
       select 1
       from recipient_link l
       where l.platform_holder_id = $1 and l.recipient_id = $3 and l.holder_recipient_id <> $2)
     else s.appointment_id in (
       select a.id
       from appointment a
       where a.platform_holder_id = $1 and a.holder_recipient_id = $2) end
   returning s.id`,
)

/**
 * Stores which pending suggestions of all holders have expired, a page at a time. Reading computes the same, so nobody
 * sees a difference. Operator work.
 */
export async function settleExpiredSuggestions(tx: Tx): Promise<void> {
  await tx.rows(settleExpired)
}

const settleExpired = statement(
  'settle_expired_suggestions',
  `update suggestion set status = 'expired', version = version + 1, updated_at = expires_at
   where (platform_holder_id, id) in (
     select platform_holder_id, id from suggestion
     where status = 'pending_review' and expires_at <= tijdig_now()
     order by expires_at, id limit 1000
     for update skip locked)`,
)
