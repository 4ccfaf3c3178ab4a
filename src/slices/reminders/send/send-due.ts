import { elapsedMs, now } from '#/kernel/time/elapsed.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import { claimDue, giveBackClaims } from '#/slices/reminders/send/claim/claim-store.ts'
import {
  holdersOf,
  leaseSeconds,
  mayCall,
  type Claim,
  type Sending,
  type Share,
} from '#/slices/reminders/send/claim/sending.ts'
import { handOverAll } from './hand-over.ts'
import { prepareShare } from './prepare-share.ts'

/** One round of claims: how many rows, when none of them waits any more, and when all of them are settled. */
export type Round = {
  readonly claimed: number
  readonly begun: Promise<unknown>
  readonly settled: Promise<unknown>
}

/** Rounds of a channel that may wait for their provider: one in progress, and the next one ready. */
export const roundsWaiting = 2

/**
 * Claims due rows of one channel and begins to send them. As the provider has room, rows are read again, rendered,
 * recorded as handed over and called for at once: no more is recorded than the provider takes at a time. There are
 * three commits on the way, and a crash between any two of them is safe: after the first the lease runs out and the row
 * is claimed again; after the second its outcome is unknown and looked up.
 *
 * @param stopping once aborted, nothing more is begun and what waits is released
 */
export async function sendDue(
  sending: Sending,
  channel: Channel,
  isBehind: boolean,
  stopping: AbortSignal,
): Promise<Round> {
  const claimedAt = now()
  const claimed = await claimDue(sending.pool, channel, roundSize(sending, channel), isBehind)
  const claims = claimed.toSorted((one, other) => (one.platformHolderId < other.platformHolderId ? -1 : 1))
  const calls: Promise<unknown>[] = []
  const begun = begin({ sending, channel, claims, claimedAt, stopping }, calls).catch(sending.onFailure)
  return { claimed: claims.length, begun, settled: begun.then(() => Promise.all(calls)) }
}

/** Begins a share each time that the provider has room. @param calls receives the calls in progress */
async function begin(all: Share, calls: Promise<unknown>[]): Promise<void> {
  const { sending, channel, claims, stopping } = all
  const { turns } = sending[channel]
  const { shareSize } = sending
  const beginning: Promise<void>[] = []
  for (let start = 0; start < claims.length;) {
    // Another share of the same holder would only wait for the count of its volume.
    if (claims[start - 1]?.platformHolderId === claims[start]?.platformHolderId) await beginning.at(-1)
    const taken = await turns.take(endOfShare(claims, start, shareSize.rows()) - start, stopping)
    if (taken === 0 || !mayCall(all)) {
      turns.giveBack(taken, 'unused')
      beginning.push(giveBack(sending, claims.slice(start)).catch(sending.onFailure))
      break
    }
    const share = { ...all, claims: claims.slice(start, start + taken) }
    beginning.push(beginShare(share, calls).catch(sending.onFailure))
    start += taken
  }
  await Promise.all(beginning)
}

/** Splits a holder only when a share cannot take all its rows: its volume is one row, locked until the commit. */
function endOfShare(claims: readonly Claim[], start: number, most: number): number {
  const end = Math.min(start + most, claims.length)
  const next = claims[end]?.platformHolderId
  const beginning = claims.findIndex((claim) => claim.platformHolderId === next)
  return beginning > start ? Math.min(beginning, end) : end
}

/** Prepares a share and begins its calls. It has a turn for each of its rows. */
async function beginShare(share: Share, calls: Promise<unknown>[]): Promise<void> {
  const { sending, channel, claims } = share
  let unused = claims.length
  try {
    await prepareShare(share, (messages, readAt, rows) => {
      unused -= messages.length
      sending.shareSize.learn(rows, elapsedMs(readAt))
      calls.push(handOverAll(share, messages, readAt).catch(sending.onFailure))
    })
  } finally {
    sending[channel].turns.giveBack(unused, 'unused')
  }
}

/** Lets another worker have rows that were not begun, at once; if the database is unavailable, at the end of the lease. */
function giveBack({ pool, connections }: Sending, claims: readonly Claim[]): Promise<void> {
  return connections.run(() =>
    inTransaction(pool, { holder: holdersOf(claims) }, async (tx) => giveBackClaims(tx, claims)),
  )
}

/** How many seconds of a provider's capacity are claimed ahead. */
const secondsAhead = 10

/** Few enough that all are accepted within the lease, even if every call takes its whole time limit. */
function roundSize(sending: Sending, channel: Channel): number {
  const { atOnce, perSecond } = sending[channel].turns
  const callsInTurn = Math.floor((leaseSeconds * 1_000) / sending.callTimeoutMs) - 1
  const accepted = Math.min(atOnce * Math.max(1, callsInTurn), perSecond * secondsAhead)
  return Math.max(1, Math.floor(Math.min(accepted / roundsWaiting, roundMax)))
}

/** Enough for a provider that takes everything. */
const roundMax = 1_500
