import { statement } from '#/kernel/postgres/db.ts'

export const insertRevocation = statement(
  'insert_integration_revocation',
  `insert into integration_revocation (platform_holder_id, id, integration_id, encrypted_grant, account_key)
   values ($1, $2, $3, $4, $5)`,
)

export const selectRevocation = statement<{
  integrationId: string
  encryptedGrant: string
  isConnectedAgain: boolean
}>(
  'select_integration_revocation',
  `select r.integration_id, r.encrypted_grant, c.status = 'connected'
     and (r.account_key is null or c.account_key is not distinct from r.account_key) as is_connected_again
   from integration_revocation r join integration_connection c using (platform_holder_id, integration_id)
   where r.platform_holder_id = $1 and r.id = $2`,
)

export const deleteRevocation = statement(
  'delete_integration_revocation',
  'delete from integration_revocation where platform_holder_id = $1 and id = $2',
)
