import { isToldElsewhere, placeOf } from '#/slices/appointment-facts/appointment-facts.ts'
import type { SendHolder, SendRow } from './look-again-store.ts'
import type { Claim } from '#/slices/reminders/send/claim/sending.ts'
import type { Addressed } from './message.ts'
import {
  earliest,
  latestFor,
  latestForNotice,
  latestForRegistration,
  leadBound,
} from '#/slices/reminders/plan/latest-instant.ts'
import { isStep } from '#/slices/reminders/plan/plan-difference.ts'
import { batchOf, isAnswer, isOfBatch, isProposal, isUrgentNotice } from '#/slices/reminders/plan/plan-notices.ts'
import { isFreshReply, isStaffAnswer } from '#/slices/reminders/plan/plan-staff-answer.ts'
import { isQuiet, waitForOpening } from '#/slices/reminders/plan/quiet-hours.ts'
import type { Channel, ReasonCode, ReminderKind, ReminderState } from '#/slices/reminders/words/words.ts'
import { toPreferences, type Preferences } from '#/slices/reminders/policy/preferences.ts'

/** What becomes of a claimed row that does not go now, in the columns it is written to. */
export type Decision = Claim & {
  readonly state: ReminderState
  readonly reasonCode: ReasonCode | null
  readonly runAt: Temporal.Instant | null
  /** Set when the row waits for the end of quiet hours: it is due then, with the `latestAt` of a row planned for then. */
  readonly dueAt: Temporal.Instant | null
  readonly latestAt: Temporal.Instant | null
  /** Set when the row moves to its fallback channel, which is then the only one. */
  readonly channel: Channel | null
  /** The appointment, when its person turns out to be untold: it is planned anew, as for anybody untold (G6). */
  readonly untoldOf: string | null
}

/** Either the row goes now, to this address, or its end or its wait is decided. */
export type Verdict =
  | { readonly goes: true; readonly channel: Channel; readonly address: string }
  | { readonly goes: false; readonly decision: Decision }

/** More messages than this to one number in 24 hours are held for a human (G24). */
const messagesPerDayMax = 6

/**
 * Decides on a claimed row by everything as it is now (G2). The order of the checks is the order in which reasons
 * matter: what no longer holds comes first.
 */
export function decide(row: SendRow, holder: SendHolder): Verdict {
  const isCancellation = row.kind === 'cancellation'
  if (row.rowRevision !== row.scheduleRevision && !row.isRetryOfKeptStart) return ends(row, 'cancelled', 'rescheduled')
  if (row.status === 'cancelled' && !isCancellation) return ends(row, 'cancelled', 'appointment_cancelled')
  if (row.status === 'registered' && isCancellation) return ends(row, 'cancelled', 'superseded')
  if (row.isRepeated) return ends(row, 'cancelled', 'superseded')
  if (Temporal.Instant.compare(holder.clock, row.latestAt) > 0) return ends(row, 'expired', 'too_late')
  if (row.status === 'completed' || row.status === 'no_show') return ends(row, 'expired', 'too_late')
  if (holder.holderStatus !== 'active') return ends(row, 'suppressed', 'tenant_inactive')
  // A time that both sides want to change is not told again.
  const isPostponed = row.kind === 'postponed'
  if (row.awaitsNewTime && !isCancellation && !isPostponed && !isProposal(row) && !isStaffAnswer(row))
    return awaitsNewTime(row)
  // It was said since that the time holds after all.
  if (isPostponed && !row.awaitsNewTime) return ends(row, 'cancelled', 'superseded')
  const isStopped = row.kind === 'confirm_prompt' || (row.kind === 'reminder' && row.skipIfConfirmed)
  if (isStopped && row.isConfirmed) return ends(row, 'skipped', 'confirmed')
  const preferences = toPreferences(row)
  if (preferences.offKinds.includes(row.kind)) return ends(row, 'suppressed', 'recipient_opted_out')
  if (isStaffAnswer(row) && !isToWhoWrote(row)) return ends(row, 'cancelled', 'superseded')
  if (isEarly(row, holder.clock)) return waits(row, holder.clock.add({ seconds: untilToldSeconds }))
  return decideNotice(row, holder) ?? decideAddress(row, holder, preferences)
}

/** Tells that an appointment was moved, is elsewhere, was cancelled or is late, or what was decided on a request. */
function isNotice({ kind }: Pick<SendRow, 'kind'>): boolean {
  return notices.has(kind)
}

const notices: ReadonlySet<ReminderKind> = new Set(['change', 'cancellation', 'answer', 'delay', 'postponed'])

/** An answer goes to the number that wrote, and to no other one that was entered since; nor when its words were erased. */
function isToWhoWrote({ staffAnswer, recipientPhoneKey }: SendRow): boolean {
  if (staffAnswer === null || (staffAnswer.text ?? staffAnswer.template) === null) return false
  return staffAnswer.numberKey === recipientPhoneKey?.toString('hex')
}

/** Whoever wrote just now is awake, and waits. */
function isFreshAnswer({ staffAnswer }: SendRow, now: Temporal.Instant): boolean {
  return staffAnswer !== null && isFreshReply(Temporal.Instant.from(staffAnswer.receivedAt), now)
}

/** How long a notice waits at a time: while the message that it corrects is at the provider, or for others of its telephone. */
const untilToldSeconds = 2

/** Longest that a message of a batch waits for others: a worker that is gone must keep nobody's from leaving. */
const othersWaitMinutes = 2

/** Whether others of the telephone are about to be told by the same batch, in one message (B3). */
function isEarly({ othersWait, dueAt }: SendRow, now: Temporal.Instant): boolean {
  return othersWait === true && Temporal.Instant.compare(now, dueAt.add({ minutes: othersWaitMinutes })) < 0
}

/**
 * A notice is for whoever was told something that no longer holds. It does not overtake the message that told it, and
 * is not owed when that message never reached them, unless they asked for what it tells, or a batch tells it to everybody.
 */
function decideNotice(row: SendRow, holder: SendHolder): Verdict | null {
  if (row.kind !== 'change' && row.kind !== 'cancellation') return null
  if (row.toldState === 'handed_over') return waits(row, holder.clock.add({ seconds: untilToldSeconds }))
  if (isOfBatch(row)) return null
  const isOwed =
    row.toldStart === null
      ? isAnswer(row)
      : row.kind === 'cancellation'
        ? row.toldKind !== 'cancellation'
        : isOtherTime(row) || isElsewhere(row, placeOf(row, holder.locations))
  return isOwed ? null : ends(row, 'cancelled', 'superseded')
}

/** Of a notice: whether the person was told another start. */
export function isOtherTime({ toldStart, startsAt }: Pick<SendRow, 'toldStart' | 'startsAt'>): boolean {
  return toldStart !== null && !toldStart.equals(startsAt)
}

/** Whether the person was told another place than where the appointment now is. */
function isElsewhere({ toldLocationId, toldPlace, locationId }: SendRow, words: string | null): boolean {
  return isToldElsewhere({ locationId: toldLocationId, words: toldPlace }, { locationId, words })
}

function decideAddress(row: SendRow, holder: SendHolder, preferences: Preferences): Verdict {
  const present = [row.channel, row.fallbackChannel].filter(
    (channel) => channel !== null && addressOf(row, channel) !== null,
  )
  const channel = present.find((one) => one && !isOptedOut(row, one) && !preferences.offChannels.includes(one))
  if (!channel) {
    if (present.some((one) => one && isOptedOut(row, one))) return ends(row, 'suppressed', 'recipient_opted_out')
    return present.length > 0 ? ends(row, 'suppressed', 'channel_disabled') : ends(row, 'skipped', 'no_contact')
  }
  // Each channel is claimed by itself, so that none waits for the provider of another.
  if (channel !== row.channel) {
    const { decision } = waits(row, holder.clock)
    return { goes: false, decision: { ...decision, channel } }
  }
  const wait = waitForQuietHours(row, holder, preferences)
  if (wait) return wait
  if (!row.isReleased && hadEnough(row, 0)) return { goes: false, decision: holdsForVolume(row) }
  return { goes: true, channel, address: addressOf(row, channel) ?? '' }
}

/**
 * A row that was planned outside quiet hours can be late enough to fall into them; it is then due at their end, like one that
 * is planned then (G8).
 */
function waitForQuietHours(row: SendRow, holder: SendHolder, preferences: Preferences): Verdict | null {
  const quiet = {
    quietHours: holder.quietHours,
    timezone: preferences.timezone ?? row.timezone,
    recipientQuietHours: preferences.quietHours,
  }
  const startsAt = startTold(row)
  const firstStart = earliest(startsAt, row.toldStart ?? startsAt)
  const isExempt = isStaffAnswer(row)
    ? isFreshAnswer(row, holder.clock)
    : isNotice(row) && isUrgentNotice(holder.clock, firstStart)
  if (isExempt || !isQuiet(holder.clock, quiet)) return null
  const latest = isStaffAnswer(row)
    ? row.latestAt
    : isNotice(row)
      ? firstStart
      : leadBound(startsAt, holder.minLeadMinutes)
  const opening = waitForOpening({ ...quiet, dueAt: holder.clock, latest })
  if (opening === 'quiet_hours') return ends(row, 'skipped', 'quiet_hours')
  const dueAt = opening.dueAt
  if (isStaffAnswer(row)) return { goes: false, decision: { ...waits(row, dueAt).decision, dueAt, latestAt: latest } }
  const latestAt = isNotice(row) ? latestForNotice({ kind: row.kind, dueAt, firstStart }) : latestOf(row, holder, dueAt)
  return { goes: false, decision: { ...waits(row, dueAt).decision, dueAt: dueAt, latestAt: latestAt } }
}

function latestOf(row: SendRow, { minLeadMinutes }: SendHolder, dueAt: Temporal.Instant) {
  const timing = { dueAt, startsAt: row.startsAt, minLeadMinutes }
  if (row.kind === 'confirmation') return latestForRegistration(timing)
  return latestFor({ ...timing, offset: isStep(row) ? row.offsetKey : null })
}

/** The start that a message tells; for a cancellation the one that the person knows of. */
export function startTold(row: SendRow): Temporal.Instant {
  const isKnown = row.kind === 'cancellation' && row.toldKind !== 'cancellation'
  return (isKnown ? row.toldStart : null) ?? row.startsAt
}

/** Is planned again, to be looked at then. */
function waits(row: SendRow, until: Temporal.Instant) {
  const decision: Decision = { ...claimed(row), state: 'planned', reasonCode: null, runAt: until }
  return { goes: false as const, decision }
}

/** Waits for a human to look at how much is sent: an operator releases or drops it. */
export function holdsForVolume(row: SendRow): Decision {
  return { ...claimed(row), state: 'held', reasonCode: 'volume_review', runAt: null }
}

/** Waits until staff or the source move the appointment. */
function awaitsNewTime(row: SendRow): Verdict {
  return { goes: false, decision: { ...claimed(row), state: 'held', reasonCode: 'awaiting_new_time', runAt: null } }
}

function ends(row: SendRow, state: ReminderState, reason: ReasonCode): Verdict {
  const untoldOf = isUntold(row, reason) ? row.appointmentId : null
  return { goes: false, decision: { ...claimed(row), state, reasonCode: reason, runAt: null, untoldOf } }
}

/** When the appointment was moved, a message that told of it was still under way; since then it came to nothing. */
function isUntold(row: SendRow, reason: ReasonCode): boolean {
  if (row.kind === 'change') return reason === 'superseded' && row.toldStart === null
  return reason === 'rescheduled' && row.attempts > 0
}

/**
 * Decides for each message of a share whether it may go without a human looking first: by what the holder has handed
 * over in this hour and what the address got in 24 hours, earlier messages of the share included (G24).
 */
export function createAllowance(holder: SendHolder, floor: number) {
  let left = (volumeLimit(holder, floor) ?? Number.POSITIVE_INFINITY) - holder.handedOverThisHour
  const allowances = new Map(Object.entries(holder.allowances ?? {}))
  const takenBy = new Map<string, number>()
  return ({ address, rows }: Addressed) => {
    if (isOfBatch(rows[0])) return rows.every((row) => maySpend(row, allowances))
    const taken = takenBy.get(address) ?? 0
    const isTooMuch = left <= 0 || rows.some((row) => hadEnough(row, taken))
    if (isTooMuch && rows.some((row) => !row.isReleased)) return false
    left -= 1
    takenBy.set(address, taken + 1)
    return true
  }
}

/** The first message of a row spends one of those its batch may send; tries after it, and what a human let go, spend none. */
function maySpend(row: SendRow, allowances: Map<string, number>): boolean {
  const batchId = spendsOf(row)
  if (batchId === null) return true
  const left = allowances.get(batchId) ?? 0
  allowances.set(batchId, left - 1)
  return left > 0
}

/** The batch whose allowance a message of this row spends; null where it spends none. */
export function spendsOf(row: Pick<SendRow, 'offsetKey' | 'attempts' | 'isReleased'>): string | null {
  return isOfBatch(row) && row.attempts === 0 && !row.isReleased ? batchOf(row) : null
}

/** How many messages a holder may hand over in this hour before a human looks: the floor, or five times its peak; null for no limit. */
export function volumeLimit({ hourlyPeak }: SendHolder, floor: number): number | null {
  return floor === 0 ? null : Math.max(floor, 5 * hourlyPeak)
}

function claimed(row: SendRow) {
  const { platformHolderId, id, claimNo } = row
  return { platformHolderId, id, claimNo, dueAt: null, latestAt: null, channel: null, untoldOf: null }
}

/** Even whoever had many messages today is told that an appointment was moved or cancelled, and gets an answer. */
function hadEnough(row: SendRow, taken: number): boolean {
  return !isNotice(row) && row.messagesToday + taken >= messagesPerDayMax
}

export function addressOf(row: SendRow, channel: Channel): string | null {
  return channel === 'sms' ? row.recipientPhone : row.recipientEmail
}

export function addressKeyOf(row: SendRow, channel: Channel): Buffer | null {
  return channel === 'sms' ? row.recipientPhoneKey : row.recipientEmailKey
}

function isOptedOut(row: SendRow, channel: Channel): boolean {
  return row.isErased || (channel === 'sms' ? row.isSmsOptedOut : row.isEmailOptedOut)
}
