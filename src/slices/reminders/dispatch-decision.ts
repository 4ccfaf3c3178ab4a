import type { DispatchHolder, DispatchRow } from './dispatch-store.ts'
import { isQuiet, waitForOpening } from './quiet-hours.ts'
import type { Channel } from './policy.ts'
import type { ReasonCode, ReminderState } from './reminder-summary.ts'
import { toWishes, type Wishes } from './wishes.ts'

/** What becomes of a claimed row, in the columns it is written to. */
export type Decision = {
  readonly id: string
  readonly claim_no: number
  readonly state: ReminderState
  readonly reason_code: ReasonCode | null
  /** Not looked at for a row that is handed over: its lease ends a minute later. */
  readonly run_at: Temporal.Instant | null
  readonly channel: Channel | null
  readonly fallback_channel: Channel | null
  /** Set when the row is due at another instant than planned. */
  readonly due_at: Temporal.Instant | null
  readonly attempts: number
  readonly channel_tries: number
  readonly locale?: string
  readonly template_version?: string
  readonly segments?: number | null
  readonly encoding?: 'gsm7' | 'ucs2' | null
  readonly destination_masked?: string
  readonly told_starts_at?: Temporal.Instant
}

/** The attempt that goes with a row that is handed over. */
export type AttemptRecord = {
  readonly reminder_id: string
  readonly attempt_no: number
  readonly message_reference: string
  readonly channel: Channel
  readonly provider: string
  readonly destination: string
  /** Keyed hash as hex. */
  readonly destination_key: string
  readonly sender: string
  readonly body: string
}

/** Either the row goes now, to this address, or its end or its wait is decided. */
export type Verdict =
  | { readonly goes: true; readonly row: DispatchRow; readonly channel: Channel; readonly address: string }
  | { readonly goes: false; readonly decision: Decision }

/** More messages than this to one number in 24 hours are held for a human (G24). */
const messagesPerDayMax = 6

/**
 * Looks at a claimed row once more with everything as it is now (G2), in the order in which reasons matter: what is
 * gone stays unsent before anything else is asked.
 */
export function decide(row: DispatchRow, holder: DispatchHolder): Verdict {
  const isNotice = row.kind === 'cancellation'
  if (row.row_revision !== row.schedule_revision) return ends(row, 'cancelled', 'rescheduled')
  if (row.status === 'cancelled' && !isNotice) return ends(row, 'cancelled', 'appointment_cancelled')
  if (row.status === 'registered' && isNotice) return ends(row, 'cancelled', 'superseded')
  if (Temporal.Instant.compare(holder.clock, row.latest_at) > 0) return ends(row, 'expired', 'too_late')
  if (row.status === 'completed' || row.status === 'no_show') return ends(row, 'expired', 'too_late')
  if (holder.holder_status !== 'active') return ends(row, 'suppressed', 'tenant_inactive')
  // A time that both sides want to change is not told again.
  if (row.awaits_new_time && !isNotice) return holds(row, 'awaiting_new_time')
  const isStopped = row.kind === 'confirm_prompt' || (row.kind === 'reminder' && row.skip_if_confirmed)
  if (isStopped && row.is_confirmed) return ends(row, 'skipped', 'confirmed')
  const wishes = toWishes(row)
  if (wishes.offKinds.includes(row.kind)) return ends(row, 'suppressed', 'recipient_opted_out')
  return decideAddress(row, holder, wishes)
}

function decideAddress(row: DispatchRow, holder: DispatchHolder, wishes: Wishes): Verdict {
  const present = [row.channel, row.fallback_channel].filter(
    (channel) => channel !== null && addressOf(row, channel) !== null,
  )
  const channel = present.find((one) => one && !isSuppressed(row, one) && !wishes.offChannels.includes(one))
  if (!channel) {
    if (present.some((one) => one && isSuppressed(row, one))) return ends(row, 'suppressed', 'recipient_opted_out')
    return present.length > 0 ? ends(row, 'suppressed', 'channel_disabled') : ends(row, 'skipped', 'no_contact')
  }
  const wait = waitForQuietHours(row, holder, wishes)
  if (wait) return wait
  if (!row.is_released && row.messages_today >= messagesPerDayMax) return holds(row)
  return { goes: true, row, channel, address: addressOf(row, channel) ?? '' }
}

/** A row that was planned outside quiet hours can be late enough to fall into them; it then waits like any other (G8). */
function waitForQuietHours(row: DispatchRow, holder: DispatchHolder, wishes: Wishes): Verdict | null {
  const quiet = {
    quietHours: holder.quiet_hours,
    timezone: wishes.timezone ?? row.timezone,
    recipientQuietHours: wishes.quietHours,
  }
  // A notice that was planned inside quiet hours was urgent then: its start was less than 12 hours away.
  const isExempt = (row.kind === 'change' || row.kind === 'cancellation') && isQuiet(row.due_at, quiet)
  if (isExempt || !isQuiet(holder.clock, quiet)) return null
  const opening = waitForOpening({ ...quiet, dueAt: holder.clock, latest: row.latest_at })
  if (opening === 'quiet_hours') return ends(row, 'skipped', 'quiet_hours')
  return { goes: false, decision: { ...kept(row), state: 'planned', reason_code: null, run_at: opening.dueAt } }
}

/** Waits for a human: an operator releases or drops it, or staff or the source move the appointment. */
export function holds(row: DispatchRow, reason: 'volume_review' | 'awaiting_new_time' = 'volume_review'): Verdict {
  return { goes: false, decision: { ...kept(row), state: 'held', reason_code: reason, run_at: null } }
}

export function ends(row: DispatchRow, state: ReminderState, reason: ReasonCode): Verdict {
  return { goes: false, decision: { ...kept(row), state, reason_code: reason, run_at: null } }
}

/**
 * Tells of each message of a batch whether it may go without a human looking first: by what the holder has handed over
 * in this hour and what this address got in this day, the messages of the batch itself included (G24).
 */
export function createAllowance(holder: DispatchHolder, floor: number) {
  let left = volumeLeft(holder, floor)
  const takenBy = new Map<string, number>()
  return ({ address, rows }: { readonly address: string; readonly rows: readonly DispatchRow[] }): boolean => {
    const taken = takenBy.get(address) ?? 0
    const isTooMuch = left <= 0 || rows.some((row) => row.messages_today + taken >= messagesPerDayMax)
    if (isTooMuch && rows.some((row) => !row.is_released)) return false
    left -= 1
    takenBy.set(address, taken + 1)
    return true
  }
}

/** How many more messages a holder may hand over this hour: above the floor or five times its peak, a human looks. */
function volumeLeft(holder: DispatchHolder, floor: number): number {
  if (floor === 0) return Number.POSITIVE_INFINITY
  return Math.max(floor, 5 * holder.hourly_peak) - holder.handed_over_this_hour
}

function kept(row: DispatchRow) {
  return {
    id: row.id,
    claim_no: row.claim_no,
    channel: row.channel,
    fallback_channel: row.fallback_channel,
    due_at: null,
    attempts: row.attempts,
    channel_tries: row.channel_tries,
  }
}

export function addressOf(row: DispatchRow, channel: Channel): string | null {
  return channel === 'sms' ? row.recipient_phone : row.recipient_email
}

export function addressKeyOf(row: DispatchRow, channel: Channel): Buffer | null {
  return channel === 'sms' ? row.recipient_phone_key : row.recipient_email_key
}

function isSuppressed(row: DispatchRow, channel: Channel): boolean {
  return channel === 'sms' ? row.is_sms_suppressed : row.is_email_suppressed
}
