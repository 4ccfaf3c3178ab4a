import { type ClosedBecause, type Contact, chooseChannel } from './channels.ts'
import { earliest, latestFor, latestForRegistration, leadBound } from './latest-instant.ts'
import { dueAtFor, offsetKey } from './offset.ts'
import type { Channel, ReminderKind } from '#/slices/reminders/words/words.ts'
import type { RecipientQuietHours, ReminderPolicy, ReminderStep } from '#/slices/reminders/words/policy.ts'
import { type MovedBecause, type MovedDue, moveOutOfQuietHours, waitForOpening } from './quiet-hours.ts'

/** Why a row was not planned. */
export type SkipReason =
  | 'due_in_past'
  | 'quiet_hours'
  | 'no_contact'
  | 'landline'
  | 'too_late'
  | 'confirmed'
  | 'superseded'

/**
 * One row of a plan. Planned rows have a channel and `dueAt` not after `latestAt`. The others keep the instant they
 * would have been due and the channel they would have gone by, for staff to read; their `latestAt` may lie before it.
 */
export type PlannedRow = {
  readonly kind: ReminderKind
  /** The canonical offset, or `short_notice`, `registration`, `change`, `cancellation`, `again 1`, or the answer or proposal to a request. */
  readonly offsetKey: string
  readonly offset: string | null
  readonly channel: Channel | null
  readonly fallbackChannel: Channel | null
  readonly dueAt: Temporal.Instant
  readonly latestAt: Temporal.Instant
  readonly movedBecause: MovedBecause | null
} & (
  | { readonly state: 'planned'; readonly reasonCode: null }
  | { readonly state: 'skipped'; readonly reasonCode: SkipReason }
  | { readonly state: 'suppressed'; readonly reasonCode: ClosedBecause }
)

export type PlanInput = {
  readonly appointment: {
    readonly startsAt: Temporal.Instant
    /** IANA zone in which nominal days are counted. */
    readonly timezone: string
    readonly contact: Contact
  }
  readonly policy: Pick<ReminderPolicy, 'minLeadMinutes' | 'quietHours' | 'shortNotice' | 'sendRegistrationNotice'>
  /** The appointment type's steps when it has a plan of its own, else the policy's. Checked: at most 5, unique. */
  readonly steps: readonly ReminderStep[]
  readonly skipIfConfirmed: boolean
  /** IANA zone in which quiet hours hold; null falls back to the appointment's. */
  readonly recipientTimezone: string | null
  /** The recipient's own quiet hours, besides the holder's. */
  readonly recipientQuietHours: RecipientQuietHours | null
  readonly preferredChannel: Channel | null
  /** Kinds that the recipient switched off. */
  readonly offKinds: readonly ReminderKind[]
  readonly now: Temporal.Instant
  /** `start_kept`: the end or the contact changed, and neither start nor zone. */
  readonly occasion: 'registered' | 'reopened' | 'rescheduled' | 'policy_changed' | 'start_kept'
  /** Whether this revision of the appointment has been confirmed. */
  readonly confirmed: boolean
  /** What the previous plan carries over; null for a first plan. */
  readonly earlier: EarlierPlan | null
}

/** What a plan carries over to its successor. */
export type EarlierPlan = {
  /** Unsent rows that still hold, by offset key. */
  readonly unsent: ReadonlyMap<string, UnsentRow>
  /** Offset keys of messages that told the current start, with none since that told anything else. */
  readonly told: ReadonlySet<string>
  /** Whether a message told the person of the appointment or waits for its next try, and none told since that it does not take place. */
  readonly isKnown: boolean
  /** Offset keys that were planned in time in the same revision, and not dropped by an edit. */
  readonly plannedInTime: ReadonlySet<string>
}

/** A row that had not gone when another plan took its place. */
export type UnsentRow = Pick<PlannedRow, 'dueAt' | 'latestAt' | 'movedBecause'> & {
  /** The volume breaker holds it (G24). */
  readonly isUnderReview: boolean
  /** A human looked at it and let it go. */
  readonly isReleased: boolean
}

const shortNoticeMinutes = 10

/**
 * The whole plan of one appointment revision: a row for every step, planned or skipped with the reason, and at most one
 * registration notice and one short-notice reminder. Pure and deterministic; ordered by due instant, then offset key.
 */
export function planReminders(input: PlanInput): PlannedRow[] {
  // Steps of one instant stay in the order of the policy.
  const steps = input.steps.map((step) => planStep(input, step)).sort(byNominalDue)
  const rows = withoutCoincidence([...planRegistration(input), ...steps.map((step) => step.row)])
  return [...rows, ...planShortNotice(input, rows)].sort(byDue)
}

/** A row before it is known whether it may go. */
type Draft = Pick<PlannedRow, 'kind' | 'offsetKey' | 'offset' | 'channel' | 'fallbackChannel' | 'dueAt' | 'latestAt'>

function planStep(input: PlanInput, step: ReminderStep): { nominalDue: Temporal.Instant; row: PlannedRow } {
  const { startsAt, timezone } = input.appointment
  const nominalDue = dueAtFor(startsAt, timezone, step.offset)
  const choice = chooseFor(input, step.channel, step.fallback)
  const key = offsetKey(step.offset)
  const draft = (dueAt: Temporal.Instant): Draft => ({
    kind: step.kind,
    offsetKey: key,
    offset: step.offset,
    channel: choice.channel,
    fallbackChannel: choice.fallback,
    dueAt,
    latestAt: latestFor({ dueAt, startsAt, minLeadMinutes: input.policy.minLeadMinutes, offset: step.offset }),
  })
  const skip = (reason: SkipReason) => ({ nominalDue, row: skipped(draft(nominalDue), reason) })

  const isPast = isBefore(nominalDue, input.now)
  const unsent = unsentBefore(input, key)
  if (isPast && !unsent) return skip('due_in_past')
  if (wasTold(input, key)) return skip('superseded')
  if (input.confirmed && (step.kind === 'confirm_prompt' || input.skipIfConfirmed)) return skip('confirmed')
  if (choice.reason !== null) return { nominalDue, row: unreachable(draft(nominalDue), choice.reason) }
  const latest = leadBound(startsAt, input.policy.minLeadMinutes)
  if (unsent && (isPast || isDue(unsent, input.now))) {
    const row = { ...draft(unsent.dueAt), latestAt: earliest(unsent.latestAt, latest) }
    return isBefore(row.latestAt, row.dueAt) ? skip('too_late') : { nominalDue, row: planned(input, row, unsent) }
  }
  const moved = moveOutOfQuietHours({ ...quietHoursFor(input), dueAt: nominalDue, latest, notBefore: input.now })
  // Sending takes time, so a row due at its last useful instant could never go.
  if (moved === 'quiet_hours' || !isBefore(moved.dueAt, latest))
    return skip(isBefore(nominalDue, latest) ? 'quiet_hours' : 'too_late')
  return { nominalDue, row: planned(input, draft(moved.dueAt), moved) }
}

/** What is due and of use goes at its own instant, whatever quiet hours would now make of it. */
function isDue({ dueAt, latestAt }: UnsentRow, now: Temporal.Instant): boolean {
  return !isBefore(now, dueAt) && !isBefore(latestAt, now)
}

function planRegistration(input: PlanInput): PlannedRow[] {
  const unsent = unsentBefore(input, 'registration')
  const dueAt = isFirstPlan(input) ? input.now : unsent?.dueAt
  if (!input.policy.sendRegistrationNotice || !dueAt) return []
  const { startsAt } = input.appointment
  const { minLeadMinutes } = input.policy
  const row = planSoon(input, {
    kind: 'confirmation',
    offsetKey: 'registration',
    dueAt,
    movedBecause: unsent?.movedBecause ?? null,
    latestAt: (dueAt) => latestForRegistration({ dueAt, startsAt, minLeadMinutes }),
  })
  return [isBefore(input.now, startsAt) ? row : skipped(row, 'due_in_past')]
}

/**
 * The one reminder for an appointment whose offsets have passed and whose person knows nothing of it: registered late,
 * moved near, or planned by steps that now lie farther ahead. Its kind is `reminder` even when every step is a confirm
 * prompt: so close to the start an answer no longer helps the holder, and the person still has to know the time. One
 * that is unsent when the appointment is corrected keeps its own instant.
 */
function planShortNotice(input: PlanInput, rows: readonly PlannedRow[]): PlannedRow[] {
  const unsent = unsentBefore(input, 'short_notice')
  if (!input.policy.shortNotice || input.confirmed || wasTold(input, 'short_notice')) return []
  // Without an offset that has passed there is nothing to make up for: no steps means no reminders.
  const missed = rows.filter((row) => row.reasonCode === 'due_in_past')
  if (missed.length === 0 || rows.some((row) => row.state === 'planned')) return []
  if (!unsent && !isShortNoticeOwed(input, missed)) return []
  const { startsAt } = input.appointment
  const { minLeadMinutes } = input.policy
  if (isBefore(leadBound(startsAt, minLeadMinutes), input.now)) return []
  const row = planSoon(input, {
    kind: 'reminder',
    offsetKey: 'short_notice',
    dueAt: unsent?.dueAt ?? input.now.add({ minutes: shortNoticeMinutes }),
    movedBecause: unsent?.movedBecause ?? null,
    latestAt: (dueAt) => latestFor({ dueAt, startsAt, minLeadMinutes, offset: null }),
  })
  return [row]
}

/** A change of the contact alone sends nothing, nor does a step that was planned in time. */
function isShortNoticeOwed(input: PlanInput, missed: readonly PlannedRow[]): boolean {
  const { earlier, occasion } = input
  if (isFirstPlan(input)) return true
  if (earlier === null || earlier.isKnown || occasion === 'start_kept') return false
  return !earlier.plannedInTime.has('short_notice') && missed.some((row) => !earlier.plannedInTime.has(row.offsetKey))
}

/** A row due as soon as possible: it goes by whatever channel there is and can only wait for quiet hours to end. */
function planSoon(
  input: PlanInput,
  soon: Pick<PlannedRow, 'kind' | 'offsetKey' | 'dueAt' | 'movedBecause'> & {
    latestAt: (dueAt: Temporal.Instant) => Temporal.Instant
  },
): PlannedRow {
  const choice = chooseFor(input, 'preferred', 'email')
  const draft = (dueAt: Temporal.Instant): Draft => ({
    kind: soon.kind,
    offsetKey: soon.offsetKey,
    offset: null,
    channel: choice.channel,
    fallbackChannel: choice.fallback,
    dueAt,
    latestAt: soon.latestAt(dueAt),
  })
  const skip = (reason: SkipReason) => skipped(draft(soon.dueAt), reason)

  const latest = leadBound(input.appointment.startsAt, input.policy.minLeadMinutes)
  if (!isBefore(soon.dueAt, latest)) return skip('too_late')
  if (choice.reason !== null) return unreachable(draft(soon.dueAt), choice.reason)
  const moved = waitForOpening({ ...quietHoursFor(input), dueAt: soon.dueAt, latest })
  if (moved === 'quiet_hours') return skip(moved)
  return planned(input, draft(moved.dueAt), { movedBecause: moved.movedBecause ?? soon.movedBecause })
}

/**
 * Never a burst: of rows due at the same instant only the last stays, which is nearest the start or, for steps at the
 * same instant, later in the policy. Its fallback is then the channel of those that gave way. `rows` run towards the
 * start.
 */
function withoutCoincidence(rows: readonly PlannedRow[]): PlannedRow[] {
  const planned = rows.filter((row) => row.state === 'planned')
  const byInstant = Map.groupBy(planned, (row) => row.dueAt.epochNanoseconds)
  return rows.map((row) => {
    const together = row.state === 'planned' ? (byInstant.get(row.dueAt.epochNanoseconds) ?? []) : []
    if (together.length < 2) return row
    if (row !== together.at(-1)) return skipped(row, 'superseded')
    const others = together.flatMap((one) => [one.channel, one.fallbackChannel]).filter((one) => one !== row.channel)
    return { ...row, fallbackChannel: row.fallbackChannel ?? others.find((one) => one !== null) ?? null }
  })
}

function chooseFor(input: PlanInput, wanted: ReminderStep['channel'], fallback: ReminderStep['fallback']) {
  return chooseChannel({ wanted, fallback, contact: input.appointment.contact, preferred: input.preferredChannel })
}

function quietHoursFor(input: PlanInput) {
  return {
    quietHours: input.policy.quietHours,
    timezone: input.recipientTimezone ?? input.appointment.timezone,
    recipientQuietHours: input.recipientQuietHours,
  }
}

function unsentBefore(input: PlanInput, key: string): UnsentRow | undefined {
  return input.earlier?.unsent.get(key)
}

function wasTold(input: PlanInput, key: string): boolean {
  return input.earlier?.told.has(key) ?? false
}

function isFirstPlan(input: PlanInput): boolean {
  return input.occasion === 'registered' || input.occasion === 'reopened'
}

/** A row that goes, unless the recipient switched its kind off. */
export function planned(
  input: Pick<PlanInput, 'offKinds'>,
  draft: Draft,
  { movedBecause }: Pick<MovedDue, 'movedBecause'>,
): PlannedRow {
  if (input.offKinds.includes(draft.kind))
    return { ...draft, movedBecause, state: 'suppressed', reasonCode: 'recipient_opted_out' }
  return { ...draft, movedBecause, state: 'planned', reasonCode: null }
}

/** A row for which no channel can be used. */
export function unreachable(draft: Draft, reason: ClosedBecause | 'landline' | 'no_contact'): PlannedRow {
  if (reason === 'landline' || reason === 'no_contact') return skipped(draft, reason)
  return { ...draft, movedBecause: null, state: 'suppressed', reasonCode: reason }
}

/** A row that does not go, and why. */
export function skipped(
  draft: Draft & { readonly movedBecause?: MovedBecause | null },
  reasonCode: SkipReason,
): PlannedRow {
  return { ...draft, movedBecause: draft.movedBecause ?? null, state: 'skipped', reasonCode }
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0
}

type PlannedStep = ReturnType<typeof planStep>

function byNominalDue(one: PlannedStep, other: PlannedStep): number {
  return Temporal.Instant.compare(one.nominalDue, other.nominalDue)
}

function byDue(one: PlannedRow, other: PlannedRow): number {
  const byKey = one.offsetKey < other.offsetKey ? -1 : Number(one.offsetKey > other.offsetKey)
  return Temporal.Instant.compare(one.dueAt, other.dueAt) || byKey
}
