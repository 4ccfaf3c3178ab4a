import { inTransaction, isDatabaseUnavailable } from '#/kernel/db.ts'
import { now, type Moment } from '#/kernel/elapsed.ts'
import type { Claim } from './claim-store.ts'
import { postponeClaimed } from './dispatch-store.ts'
import type { Dispatching } from './dispatch.ts'
import { mayCall, type Parcel } from './hand-over.ts'
import { GroupChanged, prepare } from './prepare.ts'

/** One holder's part of a batch. */
export type Share = {
  readonly dispatching: Dispatching
  readonly platformHolderId: string
  readonly claimedAt: Moment
}

/**
 * Prepares the messages of some claimed rows of one holder. One row that cannot be prepared does not keep the others: they
 * are halved until it stands alone. It is tried again after a pause, until it expires.
 */
export async function prepareShare(share: Share, claims: readonly Claim[]): Promise<Parcel[]> {
  const { dispatching, platformHolderId, claimedAt } = share
  try {
    return await prepareWithRetry(share, claims)
  } catch (error) {
    if (!isAboutRows(error)) throw error
    const [first] = claims
    if (first && claims.length === 1) {
      dispatching.log.error({ platformHolderId, reminderId: first.id, err: error }, 'reminder cannot be prepared')
      await inTransaction(dispatching.pool, { holder: platformHolderId }, (tx) =>
        tx.rows(postponeClaimed, [platformHolderId, first.id, first.claim_no]),
      )
      return []
    }
    if (!mayCall(dispatching, claimedAt)) return []
    const middle = Math.ceil(claims.length / 2)
    return [
      ...(await prepareShare(share, claims.slice(0, middle))),
      ...(await prepareShare(share, claims.slice(middle))),
    ]
  }
}

/** Not when the database is away; but what took too long together may be quick alone. */
function isAboutRows(error: unknown): boolean {
  return isContention(error) || codeOf(error) === '57014' || !isDatabaseUnavailable(error)
}

/** What a change of the same rows at the same moment undid simply goes again: a lost deadlock, a group that changed. */
async function prepareWithRetry(share: Share, claims: readonly Claim[]): Promise<Parcel[]> {
  const { dispatching, platformHolderId } = share
  for (let attempt = 1; ; attempt += 1) {
    const readAt = now()
    try {
      const { parcels, going } = await inTransaction(dispatching.pool, { holder: platformHolderId }, (tx) =>
        prepare(tx, dispatching, platformHolderId, claims),
      )
      const certain = await going
      return parcels
        .filter((parcel) => parcel.rows.some((row) => certain.has(row.id)))
        .map((parcel) => ({ ...parcel, readAt }))
    } catch (error) {
      if (attempt === 3 || !isContention(error)) throw error
    }
  }
}

function isContention(error: unknown): boolean {
  return error instanceof GroupChanged || codeOf(error) === '40P01' || codeOf(error) === '40001'
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}
