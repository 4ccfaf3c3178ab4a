import { inTransaction, statement, type Tx } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { strictObject } from '#/kernel/schema.ts'
import { providerOf } from '#/slices/integrations/integration-id.ts'
import { openGrant } from './sealed-grant.ts'

type GivenUp = {
  readonly platformHolderId: string
  readonly integrationId: string
  readonly encryptedGrant: string
  readonly accountKey: Buffer | null
}

/** Keeps a grant that is given up until the provider has been told, which a job does after the commit. */
export function giveUpGrant(tx: Tx, { platformHolderId, integrationId, encryptedGrant, accountKey }: GivenUp): void {
  const id = newId()
  tx.send(insertRevocation, [platformHolderId, id, integrationId, encryptedGrant, accountKey])
  revokeGrant.add(tx, { platformHolderId, revocationId: id })
}

const GivenUpGrant = strictObject({ platformHolderId: JobId, revocationId: JobId })

/**
 * Revokes one grant at its provider and forgets it. Safe to repeat. A grant of an account that is connected again by now
 * is only forgotten, because vendors end all permissions of an account at once; so is one that may be of that account.
 *
 * @throws Error when the provider could not be asked, so that the job is tried again
 */
export const revokeGrant = job('revoke-calendar-grant', GivenUpGrant).handle(async ({ pool, services }, given) => {
  const { platformHolderId, revocationId } = given
  const [row] = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
    tx.rows(selectRevocation, [platformHolderId, revocationId]),
  )
  if (!row) return
  const place = { platformHolderId, integrationId: row.integrationId }
  const grant = openGrant(services.secretsAtRest, place, row.encryptedGrant)
  const provider = providerOf(platformHolderId, row.integrationId)
  const authorizer = provider && services.calendars[provider]?.authorizer
  if (grant.kind === 'oauth' && authorizer && !row.isConnectedAgain) {
    const { outcome } = await authorizer.revoke(grant, AbortSignal.timeout(20_000))
    if (outcome === 'unavailable') throw new Error('The grant of a calendar could not be revoked yet')
  }
  await inTransaction(pool, { holder: platformHolderId }, (tx) =>
    tx.rows(deleteRevocation, [platformHolderId, revocationId]),
  )
})

const insertRevocation = statement(
  'insert_integration_revocation',
  `insert into integration_revocation (platform_holder_id, id, integration_id, encrypted_grant, account_key)
   values ($1, $2, $3, $4, $5)`,
)

const selectRevocation = statement<{
  integrationId: string
  encryptedGrant: string
  isConnectedAgain: boolean
}>(
  'select_integration_revocation',
  `select r.integration_id, r.encrypted_grant, c.status = 'connected' and (r.account_key is null or c.account_key is not distinct from r.account_key) as is_connected_again
   from integration_revocation r join integration_connection c using (platform_holder_id, integration_id)
   where r.platform_holder_id = $1 and r.id = $2`,
)

const deleteRevocation = statement(
  'delete_integration_revocation',
  'delete from integration_revocation where platform_holder_id = $1 and id = $2',
)
