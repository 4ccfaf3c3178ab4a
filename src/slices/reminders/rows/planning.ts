import type { Tx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { isToldElsewhere, type Place } from '#/slices/appointment-facts/appointment-facts.ts'
import { isOpen, type Contact } from '#/slices/reminders/plan/channels.ts'
import { maskAddress, type contactKeys, type Contacts } from '#/slices/reminders/opt-outs/contact-key.ts'
import { isLandline } from '#/slices/reminders/plan/landline.ts'
import {
  answerKey,
  isAnswer,
  planAnswerNotice,
  planBatchNotice,
  planCancellationNotice,
  planChangeNotice,
  type BatchKind,
} from '#/slices/reminders/plan/plan-notices.ts'
import {
  planReminders,
  type EarlierPlan,
  type PlannedRow,
  type PlanInput,
} from '#/slices/reminders/plan/plan-reminders.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import type { ReminderPolicy } from '#/slices/reminders/words/policy.ts'
import type { ReminderSummaryRow } from './row-store.ts'
import { readPlanningRow, type TypeChoice } from './planning-store.ts'
import {
  cancelUnsent,
  insertReminderRows,
  upsertReminderRows,
  withdrawOlderRevisions,
  type NewReminder,
  type WithdrawnRow,
} from './row-store.ts'
import { forgetTold, listTold, readPlace, rereadTold, type Told } from './told-store.ts'
import { toTypePlan, type TypePlan } from '#/slices/reminders/policy/type-plan.ts'
import { toPreferences, type Preferences } from '#/slices/reminders/policy/preferences.ts'
import type { HeldRow, PlanRow } from '#/slices/reminders/plan/plan-row.ts'

/** What the engine needs to know of an appointment in order to plan for it. */
export type PlannableAppointment = {
  readonly id: string
  readonly scheduleRevision: number
  readonly startsAt: Temporal.Instant
  readonly timezone: string
  readonly contacts: Contacts
  /** Whether this schedule revision has been confirmed. */
  readonly isConfirmed: boolean
  /** Whether moving it was approved and the new time is not known yet: what is planned is held (G21). */
  readonly awaitsNewTime: boolean
}

/** The holder's policy, the recipient's opt-outs and what they want, as they are inside this transaction. */
export type Planning = {
  readonly policy: ReminderPolicy
  readonly isOptedOut: Readonly<Record<Channel, boolean>>
  readonly preferences: Preferences
  /** The appointment's type; null when it has none. */
  readonly type: TypePlan | null
  /** Versions of policy and type, and time-zone data: stored with the appointment, so that plans by older ones are found. */
  readonly stamp: string
  /**
   * Whether anybody listens to the holder's events. While the policy is shared nobody begins to, so what this transaction
   * changes need not be told when this is false.
   */
  readonly hasListeners: boolean
}

type Target = { readonly platformHolderId: string; readonly now: Temporal.Instant }

/** The time-zone data this process plans by. */
export const tzdbVersion = process.versions.tz ?? 'unknown'

/** The stamp of a plan by these versions of policy and type and by this process's time-zone data. */
export function planStamp(policyVersion: number, type: TypePlan | null = null): string {
  return `${policyVersion} ${tzdbVersion}${type === null ? '' : ` ${type.planVersion}`}`
}

/**
 * Reads what planning needs, and keeps the policy from changing until the transaction ends. Take row locks on the
 * appointment before this one: a policy edit takes them in the same order.
 *
 * @param recipient the holder's entry and the keys of its contacts
 * @param options what `readPlanningRow` says
 */
export async function readPlanning(
  tx: Tx,
  platformHolderId: string,
  recipient: { readonly id: string; readonly key: ReturnType<typeof contactKeys> },
  typeChoice: TypeChoice,
  options?: { readonly isPolicyShared: boolean },
): Promise<Planning> {
  const row = await readPlanningRow(tx, platformHolderId, recipient.key, recipient.id, typeChoice, options)
  if (!row) throw new AppError('NOT_FOUND')
  const type = toTypePlan(row)
  return {
    policy: row,
    isOptedOut: { sms: row.isSmsOptedOut, email: row.isEmailOptedOut },
    preferences: toPreferences(row),
    type,
    stamp: planStamp(row.version, type),
    hasListeners: row.hasListeners,
  }
}

/** Plans a new appointment; the rows are written with the commit. */
export function planFirst(
  tx: Tx,
  target: Target,
  appointment: PlannableAppointment,
  planning: Planning,
): ReminderSummaryRow[] {
  const rows = newRows(target, appointment, planRows(appointment, planning, target.now, 'registered', null))
  insertReminderRows(tx, rows)
  return rows.map(toSummaryRow)
}

/**
 * Replaces the plan of an appointment whose schedule, place or contact has changed, or that is back after a cancellation
 * (G3): unsent rows of older revisions end, new rows are planned, and whoever was told another time or place is told the
 * valid one once. While the start stays, no unsent message is lost and no sent one repeated.
 *
 * Whoever asked for another time and got one is told it although nothing else was told (G21).
 *
 * @param before how it was before the change, and whether it was another person's: then nothing was told to whoever has it now
 * @param appointment as it is after the change, with its new scheduleRevision
 */
export async function replanMoved(
  tx: Tx,
  target: Target,
  before: Pick<PlannableAppointment, 'startsAt' | 'timezone' | 'awaitsNewTime'> & { readonly wasAnothers: boolean },
  appointment: PlannableAppointment,
  planning: Planning,
  occasion: 'rescheduled' | 'start_kept' | 'reopened',
): Promise<ReminderSummaryRow[]> {
  // In this order: a hand-over that got ahead of the withdrawal is committed and visible after it, and counts as told.
  const [withdrawn, asTold, place] = await Promise.all([
    withdrawOlderRevisions(tx, target.platformHolderId, appointment.id, appointment.scheduleRevision),
    listTold(tx, target.platformHolderId, appointment.id),
    readPlace(tx, target.platformHolderId, appointment.id),
  ])
  if (before.wasAnothers) forgetTold(tx, target.platformHolderId, appointment.id)
  const told = before.wasAnothers ? [] : rereadTold(tx, target.platformHolderId, appointment, asTold, before.timezone)
  const last = lastTimeAhead(told, target.now)
  const isNews = last !== null && (!last.startsAt.equals(appointment.startsAt) || toldElsewhere(told, place))
  const isOwed = isNews && planning.policy.sendChangeNotice
  const unanswered = before.wasAnothers ? [] : withdrawn.filter(isAnswer)
  const isAskedFor =
    !isOwed &&
    occasion === 'rescheduled' &&
    (unanswered.length > 0 || (before.awaitsNewTime && !before.wasAnothers)) &&
    Temporal.Instant.compare(target.now, before.startsAt) < 0
  // The change notice already does what a short notice after reopening would do.
  const planned = planRows(
    appointment,
    planning,
    target.now,
    isOwed && occasion === 'reopened' ? 'rescheduled' : occasion,
    {
      unsent: unsentOf(withdrawn, appointment, { occasion, isKnown: last !== null, wasAnothers: before.wasAnothers }),
      told: toldOf(told, appointment),
      isKnown: last !== null || isAskedFor,
      plannedInTime: new Set(),
    },
  )
  const changeFrom = (known: Parameters<typeof noticeInput>[3]) =>
    planChangeNotice({ ...noticeInput(appointment, planning, target.now, known), newStartsAt: appointment.startsAt })
  const notices: PlannedRow[] = []
  if (isOwed) notices.push(changeFrom(last))
  if (isAskedFor) {
    const asked = changeFrom({ startsAt: before.startsAt, channel: last?.channel ?? null })
    notices.push({ ...asked, offsetKey: answerKey('answer', appointment.id) })
  }
  if (occasion === 'start_kept' && before.awaitsNewTime && !appointment.awaitsNewTime && !before.wasAnothers) {
    const key = answerKey('answer', appointment.id)
    notices.push(planAnswerNotice(key, noticeInput(appointment, planning, target.now, untold(appointment))))
  }
  // What else was not answered yet still is.
  if (occasion === 'start_kept')
    for (const { kind, offsetKey } of unanswered) {
      const known = untold(appointment)
      if (kind !== 'change')
        notices.push(planAnswerNotice(offsetKey, noticeInput(appointment, planning, target.now, known)))
      else if (!isOwed) notices.push({ ...changeFrom(known), offsetKey })
    }
  const rows = newRows(target, appointment, [...planned, ...notices])
  insertReminderRows(tx, rows)
  return rows.map(toSummaryRow)
}

/**
 * Plans the message that tells whoever asked for something what was decided, with the commit, when neither a move nor a
 * cancellation does so (G21): that the appointment stands, perhaps with another time to choose.
 *
 * @param requestId of which there is one answer
 */
export function planAnswer(
  tx: Tx,
  target: Target,
  appointment: PlannableAppointment,
  planning: Planning,
  { what, requestId }: { readonly what: 'answer' | 'proposal'; readonly requestId: string },
): void {
  const input = noticeInput(appointment, planning, target.now, untold(appointment))
  insertReminderRows(tx, newRows(target, appointment, [planAnswerNotice(answerKey(what, requestId), input)]))
}

/**
 * Plans the one message by which a batch tells that an appointment is late, or gets another time, with the commit. Nothing of
 * the plan changes.
 */
export function planOfBatch(
  tx: Tx,
  target: Target,
  appointment: PlannableAppointment,
  planning: Planning,
  { batchId, kind }: { readonly batchId: string; readonly kind: Exclude<BatchKind, 'cancellation'> },
): void {
  const input = noticeInput(appointment, planning, target.now, untold(appointment))
  insertReminderRows(tx, newRows(target, appointment, [planBatchNotice(batchId, kind, input)]))
}

/** For a message to somebody who knows of the appointment, whatever was told before. */
function untold({ startsAt }: PlannableAppointment) {
  return { startsAt, channel: null }
}

/**
 * What told the person last of a time to come. After a cancellation notice, or once the time they were told has passed,
 * they know of none that could have changed; the new plan tells it.
 */
function lastTimeAhead([last]: readonly Told[], now: Temporal.Instant): Told | null {
  return last && last.kind !== 'cancellation' && Temporal.Instant.compare(now, last.startsAt) < 0 ? last : null
}

/** Whether the place that was told last is another one than the present. */
function toldElsewhere(told: readonly Told[], place: Place): boolean {
  const last = told.find((message) => message.toldPlace !== null)
  return last !== undefined && isToldElsewhere({ locationId: last.toldLocationId, words: last.toldPlace }, place)
}

/**
 * The rows of the previous revision that still hold: all of them while the start stays; when it is corrected before
 * anything was told, the messages owed since registration. What a human looks at or let go was meant for that person.
 */
function unsentOf(
  withdrawn: readonly WithdrawnRow[],
  { scheduleRevision }: PlannableAppointment,
  {
    occasion,
    isKnown,
    wasAnothers,
  }: { readonly occasion: PlanInput['occasion']; readonly isKnown: boolean; readonly wasAnothers: boolean },
): EarlierPlan['unsent'] {
  const isOwedStill = (row: WithdrawnRow) =>
    row.scheduleRevision === scheduleRevision - 1 &&
    (occasion === 'start_kept' || (occasion === 'rescheduled' && !isKnown && isOfRegistration(row)))
  const rows = withdrawn.filter(isOwedStill).map((row) => ({
    key: row.offsetKey,
    dueAt: row.dueAt,
    latestAt: row.latestAt,
    movedBecause: row.movedBecause,
    isUnderReview: !wasAnothers && row.reasonCode === 'volume_review',
    isReleased: !wasAnothers && row.isReleased,
  }))
  return new Map(rows.map((row) => [row.key, row]))
}

function isOfRegistration({ offsetKey: key }: WithdrawnRow): boolean {
  return key === 'registration' || key === 'short_notice'
}

/** Offset keys of messages that told the current start, back to the last one that told anything else. */
function toldOf(told: readonly Told[], { startsAt }: PlannableAppointment): EarlierPlan['told'] {
  const other = told.findIndex((message) => message.kind === 'cancellation' || !message.startsAt.equals(startsAt))
  return new Set((other === -1 ? told : told.slice(0, other)).map((message) => message.offsetKey))
}

/**
 * Ends every unsent row of a cancelled appointment (G4), and plans one notice if the person was told of it and the
 * holder wants one, or asked for it, or a batch cancelled it.
 *
 * @param owedTo the person's request that it answers, or the batch; null when nobody asked
 * @returns how many unsent rows ended
 */
export async function withdrawCancelled(
  tx: Tx,
  target: Target,
  appointment: PlannableAppointment,
  planning: Planning,
  owedTo: { readonly requestId: string } | { readonly batchId: string } | null,
): Promise<number> {
  const ended = await cancelUnsent(tx, target.platformHolderId, appointment.id, 'appointment_cancelled')
  const [told = null] = await listTold(tx, target.platformHolderId, appointment.id)
  const isAhead = Temporal.Instant.compare(target.now, appointment.startsAt) < 0
  // After a cancellation notice nothing told the person that the appointment was back, so there is nothing to retract.
  const wasToldOfIt = told !== null && told.kind !== 'cancellation'
  const isOwed = (wasToldOfIt && planning.policy.sendCancellationNotice) || owedTo !== null
  if (isAhead && isOwed) {
    const known = wasToldOfIt ? told : untold(appointment)
    const input = noticeInput(appointment, planning, target.now, known)
    const notice =
      owedTo === null
        ? planCancellationNotice(input)
        : 'batchId' in owedTo
          ? planBatchNotice(owedTo.batchId, 'cancellation', input)
          : { ...planCancellationNotice(input), offsetKey: answerKey('answer', owedTo.requestId) }
    upsertReminderRows(tx, newRows(target, appointment, [notice]))
  }
  return ended
}

/** The plan by policy and opt-outs, without writing it. */
export function planRows(
  appointment: PlannableAppointment,
  planning: Omit<Planning, 'stamp' | 'hasListeners'>,
  now: Temporal.Instant,
  occasion: PlanInput['occasion'],
  earlier: EarlierPlan | null,
): PlanRow[] {
  const { preferences, type } = planning
  const contact = reachable(appointment.contacts, planning)
  const plan = planReminders({
    appointment: { startsAt: appointment.startsAt, timezone: appointment.timezone, contact },
    policy: planning.policy,
    steps: type?.steps ?? planning.policy.steps,
    skipIfConfirmed: type?.skipIfConfirmed ?? false,
    recipientTimezone: preferences.timezone,
    recipientQuietHours: preferences.quietHours,
    preferredChannel: reachablePreference(preferences, contact),
    offKinds: preferences.offKinds,
    now,
    occasion,
    confirmed: appointment.isConfirmed,
    earlier,
  })
  return plan.map((row) => {
    const { isUnderReview = false, isReleased = false } = earlier?.unsent.get(row.offsetKey) ?? {}
    const why = appointment.awaitsNewTime ? 'awaiting_new_time' : isUnderReview ? 'volume_review' : null
    return { ...(row.state === 'planned' && why !== null ? held(row, why) : row), isReleased }
  })
}

function held(row: PlannedRow, reasonCode: HeldRow['reasonCode']): HeldRow {
  return { ...row, state: 'held', reasonCode }
}

/** Where the person can be reached, and which channels are closed: by an opt-out, or switched off in the app. */
function reachable(
  contacts: Contacts,
  { isOptedOut, preferences }: Pick<Planning, 'isOptedOut' | 'preferences'>,
): Contact {
  const closedBecause = (channel: Channel) =>
    isOptedOut[channel] ? 'recipient_opted_out' : preferences.offChannels.includes(channel) ? 'channel_disabled' : null
  const closed = channels.flatMap((channel) => {
    const reason = closedBecause(channel)
    return reason === null ? [] : [[channel, reason] as const]
  })
  return {
    email: contacts.email,
    phoneNumberE164: contacts.phoneNumberE164,
    phoneIsLandline: isLandline(contacts.phoneNumberE164),
    closed: Object.fromEntries(closed),
  }
}

const channels: readonly Channel[] = ['sms', 'email']

/** Who prefers a channel they cannot be reached by is still reached by the other. */
function reachablePreference({ preferredChannel }: Preferences, contact: Contact): Channel | null {
  return preferredChannel !== null && isOpen(preferredChannel, contact) ? preferredChannel : null
}

export function noticeInput(
  appointment: PlannableAppointment,
  planning: Planning,
  now: Temporal.Instant,
  told: { startsAt: Temporal.Instant; channel: Channel | null },
) {
  const contact = reachable(appointment.contacts, planning)
  return {
    now,
    oldStartsAt: told.startsAt,
    timezone: appointment.timezone,
    recipientTimezone: planning.preferences.timezone,
    quietHours: planning.policy.quietHours,
    recipientQuietHours: planning.preferences.quietHours,
    toldByChannel: told.channel,
    preferredChannel: reachablePreference(planning.preferences, contact),
    contact,
    offKinds: planning.preferences.offKinds,
  }
}

/** The rows of a plan as they are written. */
export function newRows(target: Target, appointment: PlannableAppointment, rows: readonly PlanRow[]): NewReminder[] {
  return rows.map((row) => ({
    platformHolderId: target.platformHolderId,
    id: newId(),
    appointmentId: appointment.id,
    scheduleRevision: appointment.scheduleRevision,
    kind: row.kind,
    offsetKey: row.offsetKey,
    channel: row.channel,
    fallbackChannel: row.fallbackChannel,
    dueAt: row.dueAt,
    latestAt: row.latestAt,
    movedBecause: row.movedBecause,
    state: row.state,
    reasonCode: row.reasonCode,
    isReleased: row.isReleased ?? false,
    destinationMasked: destinationOf(row.channel, appointment.contacts),
    tzdbVersion: tzdbVersion,
  }))
}

function destinationOf(channel: Channel | null, { email, phoneNumberE164 }: Contacts): string | null {
  const address = channel === 'sms' ? phoneNumberE164 : email
  return channel === null || address === null ? null : maskAddress(channel, address)
}

export function toSummaryRow(row: NewReminder): ReminderSummaryRow {
  return {
    id: row.id,
    kind: row.kind,
    channel: row.channel,
    dueAt: row.dueAt,
    state: row.state,
    reasonCode: row.reasonCode,
  }
}
