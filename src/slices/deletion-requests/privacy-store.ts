import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { erasedEntries } from './sql.ts'
import { mostCopied } from '#/kernel/privacy.ts'

/** The person's words and those of staff, of every request they ever made. */
export const eraseDeletionRequests = statement(
  'erase_words_of_own_deletion_requests',
  `update deletion_request set reason = null, outcome_message = null
   where recipient_id = $1 and (reason is not null or outcome_message is not null)`,
)

/** What staff wrote about letters. */
export const eraseLetters = statement(
  'erase_words_of_letters',
  `update deletion_request set outcome_message = null
   where (platform_holder_id, holder_recipient_id) in (
     select e.platform_holder_id, e.holder_recipient_id
     from ${erasedEntries})
     and outcome_message is not null`,
)

export const closeEntries = statement(
  'close_entries',
  `insert into erased_entry (platform_holder_id, holder_recipient_id)
   select e.platform_holder_id, e.holder_recipient_id from ${erasedEntries} on conflict do nothing`,
)

export type CopiedDeletionRequest = RowOf<typeof copiedDeletionRequestColumns> & {
  /** Null until it is decided. */
  readonly outcomeMessage: string | null
  readonly retainedCategories: readonly string[]
}

const copiedDeletionRequestColumns = columns('deletion_request', 'id, status, reason, created_at, due_at, completed_at')

export const selectCopiedDeletionRequests = statement<CopiedDeletionRequest>(
  'export_deletion_requests',
  `select ${copiedDeletionRequestColumns},
     case when completed_at is not null then outcome_message end as outcome_message,
     retained_categories
   from deletion_request d
   where recipient_id = $1 or exists (
     select 1 from recipient_link l
     where l.recipient_id = $1
       and l.platform_holder_id = d.platform_holder_id
       and l.holder_recipient_id = d.holder_recipient_id)
   order by created_at desc, id limit ${mostCopied}`,
)
