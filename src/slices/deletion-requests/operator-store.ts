import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'

// For the operator alone, who decides on requests.

/** A request, with whom it is about: a recipient, or by letter one entry of one holder. */
export type OperatorDeletionRow = RowOf<typeof deletionColumns> & {
  readonly displayName: string
}

// Whoever asked by letter is shown by the name of their newest appointment.
const requests = `deletion_request d left join recipient r on r.id = d.recipient_id left join lateral (
     select a.recipient_name from appointment a
     where a.platform_holder_id = d.platform_holder_id and a.holder_recipient_id = d.holder_recipient_id
     order by a.updated_at desc, a.id limit 1) newest on true`
const deletionColumns = columns(
  'deletion_request',
  `d.id, d.recipient_id, d.platform_holder_id, d.holder_recipient_id, d.status, d.reason, d.created_at, d.due_at, d.erase_asked_at,
  d.completed_at`,
)
const deletion = `${deletionColumns}, coalesce(r.display_name, newest.recipient_name, '–') as display_name`

export const selectRequests = statement<OperatorDeletionRow>(
  'operator_deletion_requests',
  `select ${deletion} from ${requests}
   where $1::boolean or d.status in ('pending_review', 'in_progress') order by d.due_at, d.id limit 1000`,
)

export const lockRequest = statement<OperatorDeletionRow>(
  'operator_lock_deletion_request',
  `select ${deletion} from ${requests} where d.id = $1 for update of d`,
)

export const selectRequest = statement<OperatorDeletionRow>(
  'operator_deletion_request',
  `select ${deletion} from ${requests} where d.id = $1`,
)

export const startRequest = statement(
  'operator_start_deletion',
  `update deletion_request set status = 'in_progress', version = version + 1, updated_at = tijdig_now() where id = $1`,
)

export const askToErase = statement(
  'operator_complete_deletion',
  `update deletion_request set erase_asked_at = coalesce(erase_asked_at, tijdig_now()), outcome_message = $2,
     retained_categories = $3::text[],
     kept_contacts = $4::text[], version = version + 1, updated_at = tijdig_now()
   where id = $1`,
)

export const rejectRequest = statement(
  'operator_reject_deletion',
  `update deletion_request set status = 'rejected', completed_at = tijdig_now(), outcome_message = $2,
     version = version + 1, updated_at = tijdig_now()
   where id = $1`,
)
