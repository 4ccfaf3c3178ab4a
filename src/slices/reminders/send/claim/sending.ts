import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import type { Turns } from '#/kernel/flow/turns.ts'
import type { Log } from '#/kernel/log.ts'
import { elapsedMs, type Moment } from '#/kernel/time/elapsed.ts'
import type { EmailOutlet } from '#/ports/email.ts'
import type { SmsOutlet } from '#/ports/sms.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import type { RecordDeparture } from './departures.ts'
import type { ShareSize } from './share-size.ts'

/** What sending needs: services, providers, and the numbers that bound it. */
export type Sending = {
  readonly pool: pg.Pool
  /** Transactions of sending at once: fewer than the pool has connections, because waiting long for one fails. */
  readonly connections: Turns
  /** Shares that are prepared at once. */
  readonly preparing: Turns
  readonly shareSize: ShareSize
  readonly recordDeparture: RecordDeparture
  readonly services: Services
  readonly sms: SmsOutlet
  readonly email: EmailOutlet
  readonly mailFrom: string
  readonly log: Log
  /** Bound on one provider call. */
  readonly callTimeoutMs: number
  /** TIJDIG_VOLUME_BREAKER_FLOOR. */
  readonly volumeFloor: number
  /** Called for every message that a provider accepted, for metrics. */
  readonly onHandedOver: (fact: { lagMs: number; channel: Channel }) => void
  /** Called with what failed in the background; somebody picks up its rows later. */
  readonly onFailure: (error: unknown) => void
}

/** A row this worker holds: nobody else may send it while the lease lasts, and every write must name the claim. */
export type Claim = { readonly platformHolderId: string; readonly id: string; readonly claimNo: number }

export type OfHolder = Pick<Claim, 'platformHolderId'>

export const leaseSeconds = 60

/** Claims of one channel, of any holders, that are sent together. */
export type Share<Row extends Claim = Claim> = {
  readonly sending: Sending
  readonly channel: Channel
  readonly claims: readonly Row[]
  readonly claimedAt: Moment
  /** Aborted when this worker is to end. */
  readonly stopping: AbortSignal
}

/**
 * Whether a provider call that begins now is sure to end within the lease. A worker that was suspended for longer must
 * not call any more: by then its rows are for others to judge (G1).
 */
export function mayCall({ sending, claimedAt }: Pick<Share, 'sending' | 'claimedAt'>): boolean {
  return leaseSeconds * 1_000 - elapsedMs(claimedAt) >= sending.callTimeoutMs
}

/** The holders of rows, each once, in the order in which they are bound to a transaction and their rows are written. */
export function holdersOf(rows: readonly OfHolder[]): string[] {
  return [...new Set(rows.map((row) => row.platformHolderId))].sort()
}
