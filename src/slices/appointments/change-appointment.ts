import type { HolderCtx, HolderIdentity } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import {
  contactKey,
  holdForNewTime,
  planAnswer,
  planAnswerOfStaff,
  planFirst,
  planOfBatch,
  readPlanning,
  replanMoved,
  replanAppointments,
  resumeReminders,
  withdrawCancelled,
  type NewStaffAnswer,
  type Planning,
  type ReminderSummaryRow,
  type TypeChoice,
} from '#/slices/reminders/reminders.ts'
import { publicNameOf, type AppointmentFacts } from '#/slices/appointment-facts/appointment-facts.ts'
import { changedBy } from '#/slices/events/events.ts'
import {
  changedNames,
  compareFacts,
  noOpenRequest,
  notCancelled,
  notConfirmed,
  toPlannable,
  type Appointment,
  type KnownAppointment,
} from './appointment.ts'
import {
  appointmentCancelled,
  appointmentRegistered,
  appointmentReopened,
  appointmentUpdated,
  tell,
} from './appointment-events.ts'
import { closeRequests } from './requests.ts'
import {
  foldName,
  holderRecipientOf,
  insertAppointment,
  updateAppointment,
  type KnownRecipient,
  type Language,
} from './store.ts'

/** What a change needs, whether it comes from a request or from a calendar. */
export type ChangeCtx = Pick<HolderCtx, 'tx' | 'services' | 'platformHolderId' | 'now'> & {
  /** Null where a calendar is read. */
  readonly identity: Pick<HolderIdentity, 'role' | 'authentication'> | null
}

/** Reads policy and opt-outs for the contact an appointment will have. Take the appointment's lock first. */
export function readPlanningFor(
  ctx: ChangeCtx,
  facts: AppointmentFacts & KnownRecipient,
  type: TypeChoice = { id: facts.appointmentTypeId },
  options?: { readonly isPolicyShared: boolean },
): Promise<Planning> {
  return readPlanning(ctx.tx, ctx.platformHolderId, recipientOf(ctx, facts), type, options)
}

/** The language of a person as it is said anew; null leaves it to the holder, undefined where nothing is said. */
type SaidLocale = string | null | undefined

/** Registers an appointment and plans its reminders. */
export function registerAppointment(
  ctx: ChangeCtx,
  source: Pick<Appointment, 'origin' | 'sourceSystem' | 'externalAppointmentId'>,
  facts: AppointmentFacts,
  planning: Planning,
  saidLocale: SaidLocale,
): { appointment: Appointment; reminders: ReminderSummaryRow[] } {
  const recipient = recipientOf(ctx, facts)
  const appointment: Appointment = {
    ...facts,
    ...source,
    id: newId(),
    platformHolderId: ctx.platformHolderId,
    holderRecipientId: recipient.id,
    status: 'registered',
    version: 1,
    scheduleRevision: 1,
    contactLastConfirmedAt: ctx.now,
    ...notConfirmed,
    ...notCancelled,
    ...noOpenRequest,
    outcomeRecordedAt: null,
    hasRequests: false,
    awaitsNewTime: false,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  const language = saidLocale === undefined ? null : { locale: saidLocale, isSaid: true }
  insertAppointment(ctx.tx, recipient, appointment, planning.stamp, language)
  tell(ctx.tx, appointmentRegistered, appointment, { by: changedBy(ctx.identity) }, planning)
  const reminders = planFirst(ctx.tx, target(ctx), toPlannable(appointment), planning)
  return { appointment, reminders }
}

/**
 * Writes new facts and replans when schedule, place, contact or type changed; `reminders` is null when the revision stays.
 *
 * @param said the language of the person, and whether the time stays, so that no new time is awaited any longer (G21)
 */
export async function changeAppointment(
  ctx: ChangeCtx,
  before: KnownAppointment,
  facts: AppointmentFacts,
  planning: Planning,
  { saidLocale, keepsTime = false }: { readonly saidLocale: SaidLocale; readonly keepsTime?: boolean },
): Promise<{ appointment: Appointment; reminders: ReminderSummaryRow[] | null }> {
  const { isScheduleChanged, isStartChanged, isPlaceChanged, isContactChanged } = compareFacts(before, facts)
  const isRevised = isScheduleChanged || isPlaceChanged || isContactChanged
  const { id: holderRecipientId } = recipientOf(ctx, facts)
  const wasAnothers = isOfAnother(before, facts)
  // A request about another time, or by another person, no longer applies.
  const areRequestsOver = isScheduleChanged || holderRecipientId !== before.holderRecipientId
  const appointment: Appointment = {
    ...before,
    ...facts,
    ...(areRequestsOver ? noOpenRequest : {}),
    awaitsNewTime: before.awaitsNewTime && !isScheduleChanged && !keepsTime && !wasAnothers,
    holderRecipientId,
    version: before.version + 1,
    scheduleRevision: before.scheduleRevision + (isRevised ? 1 : 0),
    contactLastConfirmedAt: isContactChanged ? ctx.now : before.contactLastConfirmedAt,
    updatedAt: ctx.now,
  }
  // Only a complete new plan may carry the stamp of its policy.
  const language = languageOf(before, appointment, saidLocale)
  updateAppointment(ctx.tx, ctx.services.keys, appointment, isRevised ? planning.stamp : null, language)
  const changed = new Set(changedNames(before, facts))
  if (saidLocale !== undefined && saidLocale !== before.rememberedLocale) changed.add(publicNameOf('recipientLocale'))
  tell(ctx.tx, appointmentUpdated, appointment, { by: changedBy(ctx.identity), changed: [...changed] }, planning)
  if (areRequestsOver) closeRequests(ctx.tx, before)
  if (!isRevised) {
    if (before.awaitsNewTime && keepsTime) {
      await resumeReminders(ctx.tx, target(ctx), appointment.id)
      planAnswer(ctx.tx, target(ctx), toPlannable(appointment), planning, { what: 'answer', requestId: newId() })
    }
    // What another person wants of messages is something else.
    if (before.appointmentTypeId !== facts.appointmentTypeId || before.holderRecipientId !== holderRecipientId)
      await replanAppointments(ctx.tx, target(ctx), [appointment.id])
    return { appointment, reminders: null }
  }
  const occasion = isStartChanged ? 'rescheduled' : 'start_kept'
  return {
    appointment,
    reminders: await replanMoved(
      ctx.tx,
      target(ctx),
      { ...before, wasAnothers },
      toPlannable(appointment),
      planning,
      occasion,
    ),
  }
}

/** Registers a cancelled appointment again under a new schedule revision, and replans it. */
export async function reopenAppointment(
  ctx: ChangeCtx,
  before: KnownAppointment,
  facts: AppointmentFacts,
  planning: Planning,
  saidLocale: SaidLocale,
): Promise<{ appointment: Appointment; reminders: ReminderSummaryRow[] }> {
  const { isContactChanged } = compareFacts(before, facts)
  const appointment: Appointment = {
    ...before,
    ...facts,
    holderRecipientId: recipientOf(ctx, facts).id,
    status: 'registered',
    ...notCancelled,
    version: before.version + 1,
    scheduleRevision: before.scheduleRevision + 1,
    contactLastConfirmedAt: isContactChanged ? ctx.now : before.contactLastConfirmedAt,
    updatedAt: ctx.now,
  }
  updateAppointment(ctx.tx, ctx.services.keys, appointment, planning.stamp, languageOf(before, appointment, saidLocale))
  const changed = changedNames(before, facts)
  tell(ctx.tx, appointmentReopened, appointment, { by: changedBy(ctx.identity), changed }, planning)
  const earlier = { ...before, wasAnothers: isOfAnother(before, facts) }
  const reminders = await replanMoved(ctx.tx, target(ctx), earlier, toPlannable(appointment), planning, 'reopened')
  return { appointment, reminders }
}

/** Who cancels an appointment, and why. */
type Cancellation = {
  readonly by: NonNullable<Appointment['cancelledBy']>
  readonly reasonCode: NonNullable<Appointment['cancellationReason']>
  readonly note: string | null
  /** The recipient's request that was approved. */
  readonly requestId?: string
  /** The batch that does it. */
  readonly batchId?: string
}

/** Cancels an appointment and withdraws its unsent reminders in the same transaction (G4). */
export async function endAppointment(
  ctx: ChangeCtx,
  before: Appointment,
  cancellation: Cancellation,
): Promise<{ appointment: Appointment; cancelledReminders: number }> {
  const { requestId, batchId } = cancellation
  const planning = await readPlanningFor(ctx, before)
  closeRequests(ctx.tx, before)
  const cancelledReminders = await withdrawCancelled(
    ctx.tx,
    target(ctx),
    toPlannable(before),
    planning,
    requestId !== undefined ? { requestId } : batchId !== undefined ? { batchId } : null,
  )
  const appointment: Appointment = {
    ...before,
    ...noOpenRequest,
    awaitsNewTime: false,
    status: 'cancelled',
    version: before.version + 1,
    cancelledAt: ctx.now,
    cancelledBy: cancellation.by,
    cancellationReason: cancellation.reasonCode,
    cancellationNote: cancellation.note,
    cancelledReminders,
    updatedAt: ctx.now,
  }
  updateAppointment(ctx.tx, ctx.services.keys, appointment, planning.stamp)
  const { by: via, reasonCode } = cancellation
  tell(ctx.tx, appointmentCancelled, appointment, { by: changedBy(ctx.identity), via, reasonCode }, planning)
  return { appointment, cancelledReminders }
}

/**
 * Says that the time of an appointment does not hold and that a new one follows: its reminders wait for that, and its person is
 * told (G21).
 *
 * @param before registered, and locked
 */
export async function postponeAppointment(ctx: ChangeCtx, before: Appointment, batchId: string): Promise<void> {
  const planning = await readPlanningFor(ctx, before)
  const appointment: Appointment = {
    ...before,
    awaitsNewTime: true,
    version: before.version + 1,
    updatedAt: ctx.now,
  }
  updateAppointment(ctx.tx, ctx.services.keys, appointment, null)
  holdForNewTime(ctx.tx, ctx.platformHolderId, before.id)
  planOfBatch(ctx.tx, target(ctx), toPlannable(appointment), planning, { batchId, kind: 'postponed' })
  tell(ctx.tx, appointmentUpdated, appointment, { by: changedBy(ctx.identity), changed: [] })
}

/** Tells the person of an appointment that it begins later; nothing of it changes. @param before registered, and locked */
export async function tellOfDelay(ctx: ChangeCtx, before: Appointment, batchId: string): Promise<void> {
  const planning = await readPlanningFor(ctx, before)
  planOfBatch(ctx.tx, target(ctx), toPlannable(before), planning, { batchId, kind: 'delay' })
}

/** Somebody whose name or contact is corrected keeps their language, unless the entry that they now have has one. */
function languageOf(before: KnownAppointment, appointment: Appointment, saidLocale: SaidLocale): Language | null {
  if (saidLocale !== undefined) return { locale: saidLocale, isSaid: true }
  const isCorrected = appointment.holderRecipientId !== before.holderRecipientId && !isOfAnother(before, appointment)
  return isCorrected && before.rememberedLocale !== null ? { locale: before.rememberedLocale, isSaid: false } : null
}

/** The language that was given with an appointment; what was said of another person says nothing of this one. */
export function givenLocaleOf(before: Appointment, facts: AppointmentFacts): string | null {
  return isOfAnother(before, facts) ? null : before.recipientLocale
}

/**
 * Tells whoever asked for something what was decided, when no move or cancellation tells it.
 *
 * @param appointment locked
 */
export async function answerRequest(
  ctx: ChangeCtx,
  appointment: Appointment,
  answer: { readonly what: 'answer' | 'proposal'; readonly requestId: string },
): Promise<void> {
  planAnswer(ctx.tx, target(ctx), toPlannable(appointment), await readPlanningFor(ctx, appointment), answer)
}

/**
 * Plans what staff answer to a text message about an appointment.
 *
 * @param appointment locked
 * @throws AppError STATE_CONFLICT, saying why it cannot go
 */
export async function answerReply(ctx: ChangeCtx, appointment: Appointment, answer: NewStaffAnswer): Promise<void> {
  const { recipientPhone } = appointment
  if (recipientPhone === null || !contactKey(ctx.services.keys, 'sms', recipientPhone).equals(answer.numberKey))
    throw new AppError('STATE_CONFLICT', { message: 'The appointment has another number by now. Call the person.' })
  planAnswerOfStaff(ctx.tx, ctx.now, toPlannable(appointment), await readPlanningFor(ctx, appointment), answer)
}

/** Whether it was another person's: whose name is corrected keeps a contact, and whose contact is, the name. */
function isOfAnother(before: AppointmentFacts, facts: AppointmentFacts): boolean {
  const { recipientPhone: phone, recipientEmail: email } = before
  const sharesContact =
    (phone !== null && phone === facts.recipientPhone) || (email !== null && email === facts.recipientEmail)
  return !sharesContact && foldName(before.recipientName) !== foldName(facts.recipientName)
}

function recipientOf(ctx: ChangeCtx, facts: KnownRecipient) {
  return holderRecipientOf(ctx.services.keys, ctx.platformHolderId, facts)
}

function target(ctx: ChangeCtx) {
  return { platformHolderId: ctx.platformHolderId, now: ctx.now }
}
