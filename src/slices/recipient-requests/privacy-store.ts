import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { isOfErased } from '#/slices/deletion-requests/sql.ts'
import { oldAppointments } from '#/slices/appointments/sql.ts'
import { expiringStatus } from '#/kernel/postgres/expiring-status.ts'
import { closedColumns, tellClosedSql } from './told-event-store.ts'
import { mostCopied } from '#/kernel/privacy.ts'

export const eraseRequestsOfOld = statement(
  'erase_requests_of_old',
  `delete from recipient_request
   where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${oldAppointments})`,
)

const emptied = (where: string) => `with closed as (
    update recipient_request r set note = null, review_message = null, preferred_windows = '[]',
    reason_code = null,
     status = case when status = 'pending_review' then 'withdrawn' else status end,
     version = version + (status = 'pending_review')::int, updated_at = tijdig_now()
   where ${where}
   returning ${closedColumns})
   ${tellClosedSql('closed')}`

export const eraseRequests = statement('erase_requests_of_erased', emptied('recipient_id = $1'))

export const eraseRequestsOfEntries = statement('erase_requests_of_entries', emptied(isOfErased))

export type CopiedRequest = RowOf<typeof copiedRequestColumns> & {
  readonly status: string
  readonly preferredWindows: readonly { readonly startsAt: string; readonly endsAt: string }[]
}

const copiedRequestColumns = columns(
  'recipient_request',
  'id, platform_holder_id, appointment_id, type, reason_code, note, preferred_windows, review_message, reviewed_at, created_at',
)

export const selectCopiedRequests = statement<CopiedRequest>(
  'export_requests',
  `select ${copiedRequestColumns}, ${expiringStatus('recipient_request').status} as status
   from recipient_request where recipient_id = $1 order by created_at desc, id limit ${mostCopied}`,
)
