import { inTransaction, isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import { now } from '#/kernel/time/elapsed.ts'
import type { Claim } from './claim-store.ts'
import { isVolumeExceeded, postponeClaimed } from './dispatch-store.ts'
import type { Share } from './dispatch.ts'
import { mayCall, type Parcel } from './hand-over.ts'
import { GroupChanged, prepare, type Draft } from './prepare.ts'
import { takeBack } from '#/slices/reminders/afterwards/take-back.ts'

/**
 * Prepares the messages of some claimed rows of one holder. One row that cannot be prepared does not keep the others: they
 * are halved until it stands alone. It is tried again after a pause, until it expires.
 *
 * @param handOver gets messages as soon as they are recorded
 */
export async function prepareShare(
  share: Share,
  claims: readonly Claim[],
  handOver: (parcels: readonly Parcel[]) => void,
): Promise<void> {
  const { dispatching, platformHolderId, claimedAt } = share
  try {
    handOver(await prepareWithRetry(share, claims))
  } catch (error) {
    if (!isAboutRows(error)) throw error
    const [first] = claims
    if (first && claims.length === 1) {
      dispatching.log.error({ platformHolderId, reminderId: first.id, err: error }, 'reminder cannot be prepared')
      await inTransaction(dispatching.pool, { holder: platformHolderId }, (tx) =>
        tx.rows(postponeClaimed, [platformHolderId, first.id, first.claimNo]),
      )
      return
    }
    const middle = Math.ceil(claims.length / 2)
    for (const half of [claims.slice(0, middle), claims.slice(middle)])
      if (mayCall(dispatching, claimedAt)) await prepareShare(share, half, handOver)
  }
}

/** Not when the database is away; but what took too long together may be quick alone. */
function isAboutRows(error: unknown): boolean {
  return isContention(error) || codeOf(error) === '57014' || !isDatabaseUnavailable(error)
}

/** What others did at the same moment undid: a lost deadlock, a group that changed, a volume that is used up. It simply goes again. */
async function prepareWithRetry(share: Share, claims: readonly Claim[]): Promise<Parcel[]> {
  const { dispatching, platformHolderId } = share
  for (let attempt = 1; ; attempt += 1) {
    let drafts: readonly Draft[] = []
    try {
      let readAt = now()
      const transaction = () => {
        readAt = now()
        return inTransaction(dispatching.pool, { holder: platformHolderId }, async (tx) => {
          const prepared = await prepare(tx, dispatching, platformHolderId, claims, attempt > 1)
          drafts = prepared.parcels
          return prepared
        })
      }
      const { parcels, going } = await dispatching.connections.run(transaction)
      const certain = await going
      return parcels
        .filter((parcel) => parcel.rows.some((row) => certain.has(row.id)))
        .map((parcel) => ({ ...parcel, readAt }))
    } catch (error) {
      // The answer to the commit is missing. It may yet be carried out, but nobody calls for what it records.
      if (drafts.length > 0 && !isAboutRows(error)) await takeBack(share, drafts, claims)
      if (attempt === 3 || !isContention(error)) throw error
    }
  }
}

function isContention(error: unknown): boolean {
  if (error instanceof GroupChanged || isVolumeExceeded(error)) return true
  return codeOf(error) === '40P01' || codeOf(error) === '40001'
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}
