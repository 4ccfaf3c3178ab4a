import { eraseAnswers } from '#/kernel/postgres/privacy-store.ts'
import { appointmentsOfErased, erasedSubjects } from '#/slices/deletion-requests/sql.ts'

/** Stored answers to staff about a person's appointments. */
export const eraseAnswersAboutAppointments = eraseAnswers(
  'erase_answers_about_appointments',
  `c.platform_holder_id = any($1::uuid[]) and (
     c.response_data->>'id' in (select id::text from (${appointmentsOfErased}) own)
     or c.response_data->>'appointmentId' in (select id::text from (${appointmentsOfErased}) own)
     or c.subjects && ${erasedSubjects})`,
)

/** Stored answers to a recipient, and to staff about what the recipient asked or was suggested. */
export const eraseAnswersOfRecipient = eraseAnswers(
  'erase_answers_of_recipient',
  `c.actor_id = $1
     or c.platform_holder_id in (select platform_holder_id from own)
     and c.response_data->>'id' in (select id::text from own)`,
  `with own as (
     select platform_holder_id, id from recipient_request where recipient_id = $1
     union all select platform_holder_id, id from suggestion where recipient_id = $1)
   `,
)
