import type { Tx } from '#/kernel/postgres/db.ts'
import { ageSeconds, needsLongCode, refuseFor, secondsToWait } from './bounds.ts'
import type { Channel } from './channel.ts'
import type { AskedCode, Budgets } from './store.ts'

export type AskedBy = {
  readonly now: Temporal.Instant
  /** Pseudonyms of the contact, of the network that asks, and of its device where that signed in with this contact before. */
  readonly contact: Buffer
  readonly network: Buffer
  readonly device: Buffer | null
  /** What else parallel requests must wait for, between the network and the contact. */
  readonly lock?: Buffer
  /** Codes per network and hour that led to no sign-in; 0 = no limits for networks. */
  readonly perNetworkPerHour: number
}

export type GrantedCode = {
  /** Whose code it is: the device, or else the network. */
  readonly asker: Buffer
  readonly isKnownDevice: boolean
  readonly isLong: boolean
  /** Seconds until the same asker may have the next one. */
  readonly waitSeconds: number
}

/**
 * Lets somebody have a code, which voids the ones they asked for before, or refuses. The caller stores it in the same
 * transaction. Nothing here depends on whether the contact is anybody's. What the caller sends in the same breath runs
 * under the locks taken here.
 *
 * @throws AppError SIGN_IN_THROTTLED
 */
export async function grantCode(tx: Tx, channel: Channel, asked: AskedBy): Promise<GrantedCode> {
  const { store } = channel
  const { now, contact, network, device, perNetworkPerHour } = asked
  const asker = device ?? network
  const isKnownDevice = device !== null
  // Always in this order, so that nobody waits in a circle.
  for (const key of [network, asked.lock, contact]) if (key) tx.atCommit(store.lock, [key])
  const [recent, [budgets]] = await Promise.all([
    tx.rows(store.recent, [contact, asker, now]),
    tx.rows(store.budgets, [network, perNetworkPerHour || null, contact, now]),
  ])
  if (!budgets) throw new Error('The budgets of the sign-in could not be read')
  refuseFor(waitOf(channel, now, recent, isKnownDevice))
  if (!isKnownDevice) refuseFor(secondsOfNetwork(now, budgets))
  const isNetworkGuessing = perNetworkPerHour > 0 && budgets.wrongTries >= channel.wrongTriesPerNetwork
  tx.atCommit(store.endOwn, [contact, asker, now])
  return {
    asker,
    isKnownDevice,
    isLong: needsLongCode(now, budgets.spentUntil) || (!isKnownDevice && isNetworkGuessing),
    waitSeconds: Math.ceil(
      waitOf(channel, now, [{ createdAt: now, usedAt: null, isOwn: true, isKnownDevice }, ...recent], isKnownDevice),
    ),
  }
}

/** Seconds until this asker may have the next code: what its own codes say, and for a stranger those of all strangers. */
export function waitOf(
  { strangers }: Pick<Channel, 'strangers'>,
  now: Temporal.Instant,
  recent: readonly AskedCode[],
  isKnownDevice: boolean,
): number {
  const own = recent.filter((code) => code.isOwn)
  if (isKnownDevice) return secondsToWait(now, own)
  const ofStrangers = recent.filter((code) => !code.isKnownDevice)
  if (strangers === 'asOne') return secondsToWait(now, ofStrangers)
  const [latest] = ofStrangers
  const isFull = latest !== undefined && ofStrangers.length >= strangers.perDay
  return Math.max(secondsToWait(now, own), isFull ? strangers.thenEverySeconds - ageSeconds(now, latest) : 0)
}

function secondsOfNetwork(now: Temporal.Instant, { fullSince }: Budgets): number {
  return fullSince === null ? 0 : Math.max(1, 3_600 - ageSeconds(now, { createdAt: fullSince }))
}
