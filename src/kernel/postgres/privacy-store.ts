import { statement } from './db.ts'
import { appointmentsOfErased, erasedSubjects } from './erasing.ts'

/** Stored answers to staff about a person's appointments. */
export const forgetAnswersAboutAppointments = statement(
  'forget_answers_about_appointments',
  `delete from client_request c
   where c.platform_holder_id = any($1::uuid[]) and (
     c.response_data->>'id' in (select id::text from (${appointmentsOfErased}) own)
     or c.response_data->>'appointmentId' in (select id::text from (${appointmentsOfErased}) own)
     or c.subjects && ${erasedSubjects})`,
)

/** Stored answers to a recipient, and to staff about what the recipient asked or was suggested. */
export const forgetAnswersOfRecipient = statement(
  'forget_answers_of_recipient',
  `with own as (
     select platform_holder_id, id from recipient_request where recipient_id = $1
     union all select platform_holder_id, id from suggestion where recipient_id = $1)
   delete from client_request c
   where c.actor_id = $1
     or c.platform_holder_id in (select platform_holder_id from own) and c.response_data->>'id' in (select id::text from own)`,
)

export type CopiedAction = { readonly at: Temporal.Instant; readonly action: string }

/** Newest first. */
export const selectOwnActions = statement<CopiedAction>('export_actions', 'select at, action from list_own_actions()')

/** Jobs that failed for good; finished ones leave the queue by themselves. */
export const forgetFailedJobs = statement(
  'forget_failed_jobs',
  `select forget_failed_jobs(tijdig_now() - interval '30 days')`,
)

/** Creates the trail's tables of the coming months, and drops those whose five years are over. */
export const keepAuditMonths = statement('keep_audit_months', 'select keep_audit_months()')
