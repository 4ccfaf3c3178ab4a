import { type Contact, chooseChannel } from './channels.ts'
import { earliest, latestFor, latestForRegistration, leadBound } from './latest-instant.ts'
import { dueAtFor, offsetKey } from './offset.ts'
import type { Channel, RecipientQuietHours, ReminderKind, ReminderPolicy, ReminderStep } from './policy.ts'
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
 * One row of a plan. Planned rows have a channel and `dueAt` not after `latestAt`. Skipped rows keep the instant they
 * would have been due, for staff to read, so that their `latestAt` may lie before it.
 */
export type PlannedRow = {
  readonly kind: ReminderKind
  /** The canonical offset, or `short_notice`, `registration`, `change` or `cancellation`. */
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
  readonly now: Temporal.Instant
  /** `start_kept`: the end or the contact changed, and neither start nor zone. */
  readonly occasion: 'registered' | 'reopened' | 'rescheduled' | 'policy_changed' | 'start_kept'
  /** Whether this revision of the appointment has been confirmed. */
  readonly confirmed: boolean
  /** What the plan of the revision before leaves to this one. */
  readonly earlier?: EarlierPlan | undefined
}

/** What the plan of a revision leaves to the plan that takes its place. */
export type EarlierPlan = {
  /** Rows that have not gone and that still hold, by their offset key. */
  readonly unsent: ReadonlyMap<string, UnsentRow>
  /** Offset keys of messages that told the present start, when no message since told anything else. */
  readonly told: ReadonlySet<string>
}

/** A row that had not gone when its revision ended. */
export type UnsentRow = Pick<PlannedRow, 'dueAt' | 'latestAt' | 'movedBecause'> & {
  /** The volume breaker holds it (G24). */
  readonly isUnderReview: boolean
}

const shortNoticeMinutes = 10

/**
 * The whole plan of one appointment revision: a row for every step, planned or skipped with the reason, and at most one
 * registration notice and one short-notice reminder. Pure and deterministic; ordered by due instant, then offset key.
 */
export function planReminders(input: PlanInput): PlannedRow[] {
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
  const draft = (dueAt: Temporal.Instant): Draft => ({
    kind: step.kind,
    offsetKey: offsetKey(step.offset),
    offset: step.offset,
    ...choice.channels,
    dueAt,
    latestAt: latestFor({ dueAt, startsAt, minLeadMinutes: input.policy.minLeadMinutes, offset: step.offset }),
  })
  const skip = (reason: SkipReason) => ({ nominalDue, row: skipped(draft(nominalDue), reason) })

  const isPast = isBefore(nominalDue, input.now)
  const unsent = unsentBefore(input, offsetKey(step.offset))
  if (isPast && !unsent) return skip('due_in_past')
  if (wasTold(input, offsetKey(step.offset))) return skip('superseded')
  if (input.confirmed && (step.kind === 'confirm_prompt' || input.skipIfConfirmed)) return skip('confirmed')
  if (choice.reason !== null) return skip(choice.reason)
  const latest = leadBound(startsAt, input.policy.minLeadMinutes)
  if (isPast && unsent) {
    const row = { ...draft(unsent.dueAt), latestAt: earliest(unsent.latestAt, latest) }
    return isBefore(row.latestAt, row.dueAt) ? skip('too_late') : { nominalDue, row: planned(row, unsent) }
  }
  const moved = moveOutOfQuietHours({ ...quietHoursFor(input), dueAt: nominalDue, latest, notBefore: input.now })
  if (moved === 'quiet_hours') return skip(isBefore(latest, nominalDue) ? 'too_late' : 'quiet_hours')
  // Due at its last useful instant it would leave a moment after it: sending takes time, so it can never go.
  if (!isBefore(moved.dueAt, latest)) return skip(isBefore(nominalDue, latest) ? 'quiet_hours' : 'too_late')
  return { nominalDue, row: planned(draft(moved.dueAt), moved) }
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
 * The one reminder for an appointment registered after its offsets had passed. Its kind is `reminder` even when every
 * step is a confirm prompt: so close to the start an answer no longer helps the holder, and the person still has to
 * know the time. One that has not gone when the appointment is corrected goes at its own instant all the same.
 */
function planShortNotice(input: PlanInput, rows: readonly PlannedRow[]): PlannedRow[] {
  const unsent = unsentBefore(input, 'short_notice')
  const dueAt = isFirstPlan(input) ? input.now.add({ minutes: shortNoticeMinutes }) : unsent?.dueAt
  if (!input.policy.shortNotice || !dueAt || input.confirmed) return []
  if (rows.some((row) => row.state === 'planned') || wasTold(input, 'short_notice')) return []
  // Without an offset that has passed there is nothing to make up for: no steps means no reminders.
  if (!rows.some((row) => row.reasonCode === 'due_in_past')) return []
  const { startsAt } = input.appointment
  const { minLeadMinutes } = input.policy
  if (isBefore(leadBound(startsAt, minLeadMinutes), input.now)) return []
  const row = planSoon(input, {
    kind: 'reminder',
    offsetKey: 'short_notice',
    dueAt,
    movedBecause: unsent?.movedBecause ?? null,
    latestAt: (dueAt) => latestFor({ dueAt, startsAt, minLeadMinutes, offset: null }),
  })
  return [row]
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
    ...choice.channels,
    dueAt,
    latestAt: soon.latestAt(dueAt),
  })
  const skip = (reason: SkipReason) => skipped(draft(soon.dueAt), reason)

  const latest = leadBound(input.appointment.startsAt, input.policy.minLeadMinutes)
  if (!isBefore(soon.dueAt, latest)) return skip('too_late')
  if (choice.reason !== null) return skip(choice.reason)
  const moved = waitForOpening({ ...quietHoursFor(input), dueAt: soon.dueAt, latest })
  if (moved === 'quiet_hours') return skip(moved)
  return planned(draft(moved.dueAt), { movedBecause: moved.movedBecause ?? soon.movedBecause })
}

/** Never a burst: of rows due at the same instant only the one nearest the start stays. `rows` run towards the start. */
function withoutCoincidence(rows: readonly PlannedRow[]): PlannedRow[] {
  const taken = new Set<bigint>()
  return rows.toReversed().map((row) => {
    if (row.state === 'skipped') return row
    const instant = row.dueAt.epochNanoseconds
    if (taken.has(instant)) return skipped(row, 'superseded')
    taken.add(instant)
    return row
  })
}

function chooseFor(input: PlanInput, wanted: ReminderStep['channel'], fallback: ReminderStep['fallback']) {
  const { contact } = input.appointment
  const choice = chooseChannel({ wanted, fallback, contact, preferred: input.preferredChannel })
  if ('reason' in choice) return { reason: choice.reason, channels: { channel: null, fallbackChannel: null } }
  return { reason: null, channels: { channel: choice.channel, fallbackChannel: choice.fallback } }
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

function planned(draft: Draft, { movedBecause }: Pick<MovedDue, 'movedBecause'>): PlannedRow {
  return { ...draft, movedBecause, state: 'planned', reasonCode: null }
}

function skipped(draft: Draft & { readonly movedBecause?: MovedBecause | null }, reasonCode: SkipReason): PlannedRow {
  return { ...draft, movedBecause: draft.movedBecause ?? null, state: 'skipped', reasonCode }
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0
}

type PlannedStep = ReturnType<typeof planStep>

function byNominalDue(one: PlannedStep, other: PlannedStep): number {
  return Temporal.Instant.compare(one.nominalDue, other.nominalDue) || byKey(one.row, other.row)
}

function byDue(one: PlannedRow, other: PlannedRow): number {
  return Temporal.Instant.compare(one.dueAt, other.dueAt) || byKey(one, other)
}

function byKey(one: PlannedRow, other: PlannedRow): number {
  return one.offsetKey < other.offsetKey ? -1 : Number(one.offsetKey > other.offsetKey)
}
