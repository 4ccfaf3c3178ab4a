import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { strictObject } from '#/kernel/schema.ts'
import { providerOf } from '#/slices/calendars/integration-id.ts'
import { openGrant } from './sealed-grant.ts'
import { deleteRevocation, insertRevocation, selectRevocation } from './revocation-store.ts'

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
