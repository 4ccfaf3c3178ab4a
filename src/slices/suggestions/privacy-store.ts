import { statement } from '#/kernel/postgres/db.ts'
import { oldAppointments } from '#/kernel/postgres/erasing.ts'
import { expiringStatus } from '#/kernel/postgres/expiring-status.ts'
import { mostCopied } from '#/kernel/privacy.ts'

const oldRequests = `select q.platform_holder_id, q.id from recipient_request q join ${oldAppointments} using (platform_holder_id, appointment_id)`

export const forgetSuggestionsOfOld = statement(
  'forget_suggestions_of_old',
  `delete from suggestion where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${oldAppointments})
     or (platform_holder_id, request_id) in (${oldRequests})`,
)

export const eraseSuggestions = statement(
  'erase_suggestions_of_erased',
  `update suggestion set message = null, status = case when status = 'pending_review' then 'withdrawn' else status end,
     version = version + (status = 'pending_review')::int, updated_at = tijdig_now()
   where recipient_id = $1`,
)

export type CopiedSuggestion = {
  readonly id: string
  readonly platformHolderId: string
  readonly appointmentId: string | null
  readonly kind: string
  readonly status: string
  readonly proposedStartsAt: Temporal.Instant
  readonly proposedEndsAt: Temporal.Instant
  readonly timezone: string
  readonly message: string | null
  readonly reviewedAt: Temporal.Instant | null
  readonly createdAt: Temporal.Instant
}

export const selectCopiedSuggestions = statement<CopiedSuggestion>(
  'export_suggestions',
  `select id, platform_holder_id, appointment_id, kind,
     ${expiringStatus('suggestion').status} as status,
     proposed_starts_at, proposed_ends_at, timezone, message, reviewed_at, created_at
   from suggestion where recipient_id = $1 order by created_at desc, id limit ${mostCopied}`,
)
