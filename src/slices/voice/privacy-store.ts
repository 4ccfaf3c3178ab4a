import { statement } from '#/kernel/postgres/db.ts'
import { erasedSubjects } from '#/kernel/postgres/erasing.ts'

/** What an agent proposed about them. Of an appointment that was proposed and is not made, nobody can tell whose it was to be. */
export const forgetProposals = statement(
  'forget_voice_proposals_about_appointments',
  `delete from voice_proposal p
   where p.platform_holder_id = any($1::uuid[]) and (
     p.subjects && ${erasedSubjects} or p.operation_id = 'createHolderAppointment' and p.subjects = '{}')`,
)
