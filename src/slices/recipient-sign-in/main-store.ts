import { statement } from '#/kernel/postgres/db.ts'

// What the sign-in may ask of the main database: functions, and nothing of a platform holder.

export const enqueueCode = statement('enqueue_recipient_code', 'select enqueue_recipient_code($1)')

export const selectNow = statement<{ now: Temporal.Instant }>('select_sign_in_now', 'select tijdig_now() as now')

/** Remembers which number a profile proved, so that holders who know it can link it: $1 the profile, $2 the key. */
export const noteProvedNumber = statement('note_proved_number', 'select note_proved_number($1, $2)')

export type LinkedRecipient = {
  /** Null when no operator linked the profile. */
  readonly recipientId: string | null
  readonly status: 'active' | 'deleted' | null
  readonly displayName: string | null
  readonly locale: string | null
  readonly clock: Temporal.Instant
}

export const selectLinkedRecipient = statement<LinkedRecipient>(
  'find_linked_recipient',
  'select recipient_id, status, display_name, locale, clock from find_linked_recipient($1)',
)

/** For the worker: whether a number stands in an appointment of an active holder. */
export const selectIsContact = statement<{ isContact: boolean }>(
  'is_recipient_contact',
  'select is_recipient_contact($1) as is_contact',
)
