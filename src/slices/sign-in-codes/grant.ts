import type { Services } from '#/kernel/context.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { knownDevice, networkKey } from './asker.ts'
import { ageSeconds, needsLongCode, refuseFor, secondsToWait } from './bounds.ts'
import type { Channel } from './channel.ts'
import type { AskedCode } from './store.ts'

export type Asked = {
  readonly now: Temporal.Instant
  /** Pseudonym of the contact, known or unknown. */
  readonly contact: Buffer
  /** Where the request came from, and its Cookie header. */
  readonly address: string
  readonly cookie: string | undefined
  /** Another lock to take, between those of the network and the contact. */
  readonly lock?: Buffer
  /** Codes per network and hour that led to no sign-in; 0 = no limits for networks. */
  readonly perNetworkPerHour: number
}

export type GrantedCode = {
  /** Pseudonyms of the network, and of the asker: a device that signed in with this contact before, else the network. */
  readonly network: Buffer
  readonly asker: Buffer
  readonly isKnownDevice: boolean
  readonly isLong: boolean
  /** Seconds until the same asker may have the next one. */
  readonly waitSeconds: number
}

/**
 * Grants a code, which voids the asker's earlier ones, or refuses. The caller stores it in the same transaction.
 * Nothing here depends on whether the contact is known. Statements that the caller sends along run under the locks
 * taken here.
 *
 * @throws AppError SIGN_IN_THROTTLED
 */
export async function grantCode(
  tx: Tx,
  channel: Channel,
  { keys, baseUrl }: Pick<Services, 'keys' | 'baseUrl'>,
  { now, contact, address, cookie, lock, perNetworkPerHour }: Asked,
): Promise<GrantedCode> {
  const { store } = channel
  const network = networkKey(keys, address)
  const device = knownDevice(keys, { header: cookie, baseUrl }, contact)
  const asker = device ?? network
  const isKnownDevice = device !== null
  // Always in this order, to avoid deadlocks.
  for (const key of [network, lock, contact]) if (key) tx.send(store.lock, [key])
  const [recent, [budgets]] = await Promise.all([
    tx.rows(store.recent, [contact, asker, now]),
    tx.rows(store.budgets, [network, perNetworkPerHour || null, contact, now]),
  ])
  if (!budgets) throw new Error('The budgets of the sign-in could not be read')
  refuseFor(waitOf(channel, now, recent, isKnownDevice))
  const { fullSince } = budgets
  if (!isKnownDevice && fullSince) refuseFor(Math.max(1, 3_600 - ageSeconds(now, { createdAt: fullSince })))
  const isNetworkGuessing = perNetworkPerHour > 0 && budgets.wrongTries >= channel.wrongTriesPerNetwork
  tx.send(store.endOwn, [contact, asker, now])
  return {
    network,
    asker,
    isKnownDevice,
    isLong: needsLongCode(now, budgets.spentUntil) || (!isKnownDevice && isNetworkGuessing),
    waitSeconds: Math.ceil(
      waitOf(channel, now, [{ createdAt: now, usedAt: null, isOwn: true, isKnownDevice }, ...recent], isKnownDevice),
    ),
  }
}

/** Seconds until this asker may have the next code: what its own codes say, and for a stranger those of all strangers. */
function waitOf(
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
