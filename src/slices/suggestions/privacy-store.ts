import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { erasedEntries, isOfErased } from '#/slices/deletion-requests/sql.ts'
import { oldAppointments } from '#/slices/appointments/sql.ts'
import { expiringStatus } from '#/kernel/postgres/expiring-status.ts'
import { mostCopied } from '#/kernel/privacy.ts'

const oldRequests = `select q.platform_holder_id, q.id
  from recipient_request q
  join ${oldAppointments} using (platform_holder_id, appointment_id)`

export const eraseSuggestionsOfOld = statement(
  'erase_suggestions_of_old',
  `delete from suggestion
   where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${oldAppointments})
     or (platform_holder_id, request_id) in (${oldRequests})`,
)

const emptied = `update suggestion s set message = null,
    status = case when status = 'pending_review' then 'withdrawn' else status end,
     version = version + (status = 'pending_review')::int, updated_at = tijdig_now()`

export const eraseSuggestions = statement('erase_suggestions_of_erased', `${emptied} where recipient_id = $1`)

/** Those about their appointments, and, of whoever has no other entry at the holder, those about none. */
export const eraseSuggestionsOfEntries = statement(
  'erase_suggestions_of_entries',
  `${emptied}
   where ${isOfErased} or s.appointment_id is null and exists (
     select 1 from ${erasedEntries}
     join recipient_link l on l.platform_holder_id = e.platform_holder_id
       and l.holder_recipient_id = e.holder_recipient_id
     where e.platform_holder_id = s.platform_holder_id and l.recipient_id = s.recipient_id and not exists (
       select 1 from recipient_link other
       where other.platform_holder_id = l.platform_holder_id and other.recipient_id = l.recipient_id
         and other.holder_recipient_id <> l.holder_recipient_id))`,
)

export type CopiedSuggestion = RowOf<typeof copiedSuggestionColumns> & {
  readonly status: string
}

const copiedSuggestionColumns = columns(
  'suggestion',
  'id, platform_holder_id, appointment_id, kind, proposed_starts_at, proposed_ends_at, timezone, message, reviewed_at, created_at',
)

export const selectCopiedSuggestions = statement<CopiedSuggestion>(
  'export_suggestions',
  `select ${copiedSuggestionColumns}, ${expiringStatus('suggestion').status} as status
   from suggestion where recipient_id = $1 order by created_at desc, id limit ${mostCopied}`,
)
