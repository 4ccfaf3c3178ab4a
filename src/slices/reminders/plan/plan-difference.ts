import type { EarlierPlan } from './plan-reminders.ts'
import type { PlanRow } from './plan-row.ts'
import type { Channel, ReminderKind, ReasonCode, ReminderState } from '#/slices/reminders/words/words.ts'
import type { MovedBecause } from './quiet-hours.ts'

/** A row of the current schedule revision as it is stored. */
export type StoredRow = {
  readonly id: string
  readonly kind: ReminderKind
  readonly offsetKey: string
  readonly channel: Channel | null
  readonly fallbackChannel: Channel | null
  readonly dueAt: Temporal.Instant
  readonly latestAt: Temporal.Instant
  readonly movedBecause: MovedBecause | null
  readonly state: ReminderState
  readonly reasonCode: ReasonCode | null
  readonly attempts: number
  readonly handedOverAt: Temporal.Instant | null
  readonly isReleased: boolean
}

/**
 * What the stored rows of an appointment carry over to its new plan (G19): an unsent row keeps its own instant and
 * takes whatever form the new plan gives it, even another kind.
 */
export function leftBy(stored: readonly StoredRow[], isKnown: boolean, now: Temporal.Instant): EarlierPlan {
  const unsent = stored
    .filter((row) => row.handedOverAt === null && row.attempts === 0 && (isOnItsWay(row) || isOwedStill(row, now)))
    .map((row) => ({
      key: row.offsetKey,
      dueAt: row.dueAt,
      latestAt: row.latestAt,
      movedBecause: row.movedBecause,
      isUnderReview: row.reasonCode === 'volume_review',
      isReleased: row.isReleased,
    }))
  return {
    unsent: new Map(unsent.map((row) => [row.key, row])),
    told: new Set(stored.filter((row) => row.handedOverAt !== null).map((row) => row.offsetKey)),
    isKnown: isKnown || stored.some((row) => tellingStates.has(row.state) || isBeingTried(row)),
    plannedInTime: new Set(stored.filter(wasPlannedInTime).map((row) => row.offsetKey)),
  }
}

/** States of messages that told the person something, or may have. */
const tellingStates: ReadonlySet<ReminderState> = new Set(['handed_over', 'sent', 'delivered', 'unknown'])

/** A message that waits for its next try tells the person when it goes: nothing need make up for it. */
function isBeingTried(row: StoredRow): boolean {
  return row.attempts > 0 && isOnItsWay(row)
}

function isOnItsWay({ state }: StoredRow): boolean {
  return state === 'planned' || state === 'claimed' || state === 'held'
}

/** A message owed since registration that could not be sent still goes when there is a way before its instant. */
function isOwedStill(row: StoredRow, now: Temporal.Instant): boolean {
  const isOfRegistration = row.offsetKey === 'short_notice' || row.offsetKey === 'registration'
  const isAhead = Temporal.Instant.compare(row.dueAt, now) > 0
  return isOfRegistration && isAhead && (row.state === 'suppressed' || isWithoutContact(row))
}

function wasPlannedInTime(row: StoredRow): boolean {
  const isDropped = row.state === 'cancelled' && row.reasonCode === 'superseded'
  return row.reasonCode !== 'due_in_past' && !isDropped
}

function isWithoutContact({ reasonCode: reason }: StoredRow): boolean {
  return reason === 'no_contact' || reason === 'landline'
}

export type PlanDifference = {
  /** Rows to add, or to replan in place of the stored ones. */
  readonly write: readonly PlanRow[]
  /** Ids of rows whose step the new plan lacks. */
  readonly superseded: readonly string[]
}

/**
 * What must change for the stored rows of an appointment to follow a new plan (G19). An offset that was handed over is
 * never repeated under any kind, a row that was tried or is held for a human keeps its place, and what the new plan
 * skips only because its instant has passed stays as it ended. `upsertReminderRows` enforces the same in the database;
 * deciding it here allows a change to be counted without making it.
 */
export function planDifference(
  stored: readonly StoredRow[],
  plan: readonly PlanRow[],
  now: Temporal.Instant,
): PlanDifference {
  const byKey = new Map(stored.map((row) => [keyOf(row.offsetKey, row.kind), row]))
  const handedOver = new Set(stored.filter((row) => row.handedOverAt !== null).map((row) => row.offsetKey))
  const inPlan = new Set(plan.map((row) => keyOf(row.offsetKey, row.kind)))
  // A short-notice reminder makes up for missed steps; with a step ahead it is superfluous.
  const isStepAhead = plan.some((row) => row.offset !== null && (row.state === 'planned' || row.state === 'held'))
  return {
    write: plan.filter((row) => {
      if (handedOver.has(row.offsetKey)) return false
      const existing = byKey.get(keyOf(row.offsetKey, row.kind))
      return existing === undefined || (isReplaceable(existing, row) && isDifferent(existing, row))
    }),
    superseded: stored
      .filter((row) => !inPlan.has(keyOf(row.offsetKey, row.kind)) && isOpen(row, now))
      .filter((row) => isStep(row) || (row.offsetKey === 'short_notice' && isStepAhead))
      .map((row) => row.id),
  }
}

function keyOf(offsetKey: string, kind: ReminderKind): string {
  return `${offsetKey} ${kind}`
}

function isReplaceable(existing: StoredRow, row: PlanRow): boolean {
  if (existing.attempts > 0 || row.reasonCode === 'due_in_past') return false
  // What a human dropped stays dropped.
  if (existing.reasonCode === 'volume_review') return false
  return replaceableStates.has(existing.state)
}

const replaceableStates: ReadonlySet<ReminderState> = new Set([
  'planned',
  'claimed',
  'skipped',
  'suppressed',
  'cancelled',
])

function isDifferent(existing: StoredRow, row: PlanRow): boolean {
  return !(
    // A claimed row is a planned one on its way.
    (existing.state === row.state || (existing.state === 'claimed' && row.state === 'planned')) &&
    existing.reasonCode === row.reasonCode &&
    existing.channel === row.channel &&
    existing.fallbackChannel === row.fallbackChannel &&
    existing.dueAt.equals(row.dueAt) &&
    existing.latestAt.equals(row.latestAt) &&
    existing.movedBecause === row.movedBecause
  )
}

/** Notices and the reminder at short notice come from events, not from steps. */
export function isStep(row: Pick<StoredRow, 'kind' | 'offsetKey'>): boolean {
  return (row.kind === 'reminder' || row.kind === 'confirm_prompt') && row.offsetKey.startsWith('P')
}

/** Rows that could still go, or ended before their instant: both mean nothing once their step is gone. */
function isOpen(row: StoredRow, now: Temporal.Instant): boolean {
  if (row.handedOverAt !== null) return false
  if (isOnItsWay(row)) return true
  const isAhead = Temporal.Instant.compare(row.dueAt, now) > 0
  return isAhead && (row.state === 'skipped' || row.state === 'suppressed')
}
