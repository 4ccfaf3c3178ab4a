import { statement } from '#/kernel/postgres/db.ts'
import { erasedEntries } from '#/slices/deletion-requests/sql.ts'

export const endProposalsOfEntries = statement(
  'end_link_proposals_of_entries',
  `delete from link_proposal
   where (platform_holder_id, id) in (
     select p.platform_holder_id, p.id from ${erasedEntries}
     join link_proposal p on p.platform_holder_id = e.platform_holder_id
       and e.holder_recipient_id = any(p.holder_recipient_ids))`,
)
