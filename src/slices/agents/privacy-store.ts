import { statement } from '#/kernel/postgres/db.ts'
import { erasedSubjects } from '#/slices/deletion-requests/sql.ts'

/** Proposals about them, and all proposed appointments that were never made: nobody can tell whose those would be. */
export const eraseProposals = statement(
  'erase_voice_proposals_about_appointments',
  `delete from voice_proposal p
   where p.platform_holder_id = any($1::uuid[]) and (
     p.subjects && ${erasedSubjects} or p.operation_id = 'createHolderAppointment' and p.subjects = '{}')`,
)
