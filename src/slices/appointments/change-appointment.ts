import type { Ctx } from '#/kernel/context.ts'
import { newId } from '#/kernel/ids.ts'
import {
  planFirst,
  readPlanning,
  replanMoved,
  withdrawCancelled,
  type Planning,
  type ReminderSummaryRow,
} from '#/slices/reminders/reminders.ts'
import { compareFacts, contactsOf, toPlannable, type Appointment, type AppointmentFacts } from './appointment.ts'
import { holderRecipientId, insertAppointment, updateAppointment } from './store.ts'

/** Reads policy and opt-outs for the contact an appointment will have. Take the appointment's lock first. */
export function readPlanningFor(ctx: Ctx, facts: AppointmentFacts): Promise<Planning> {
  return readPlanning(ctx.tx, ctx.services.keys, ctx.platformHolderId, contactsOf(facts))
}

/** Registers an appointment and plans its reminders. */
export function registerAppointment(
  ctx: Ctx,
  source: Pick<Appointment, 'origin' | 'sourceSystem' | 'externalAppointmentId'>,
  facts: AppointmentFacts,
  planning: Planning,
): { appointment: Appointment; reminders: ReminderSummaryRow[] } {
  const appointment: Appointment = {
    ...facts,
    ...source,
    id: newId(),
    platformHolderId: ctx.platformHolderId,
    holderRecipientId: recipientOf(ctx, facts),
    status: 'registered',
    version: 1,
    scheduleRevision: 1,
    contactLastConfirmedAt: ctx.now,
    confirmation: null,
    cancellation: null,
    outcomeRecordedAt: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  insertAppointment(ctx.tx, ctx.services.keys, appointment, planning.stamp)
  const reminders = planFirst(ctx.tx, target(ctx), toPlannable(appointment), planning)
  return { appointment, reminders }
}

/** Writes new facts and replans when schedule or contact changed; `reminders` is null when the plan stays. */
export async function changeAppointment(
  ctx: Ctx,
  before: Appointment,
  facts: AppointmentFacts,
  planning: Planning,
): Promise<{ appointment: Appointment; reminders: ReminderSummaryRow[] | null }> {
  const { isScheduleChanged, isContactChanged } = compareFacts(before, facts)
  const isRevised = isScheduleChanged || isContactChanged
  const appointment: Appointment = {
    ...before,
    ...facts,
    holderRecipientId: recipientOf(ctx, facts),
    version: before.version + 1,
    scheduleRevision: before.scheduleRevision + (isRevised ? 1 : 0),
    contactLastConfirmedAt: isContactChanged ? ctx.now : before.contactLastConfirmedAt,
    updatedAt: ctx.now,
  }
  // Only a whole new plan may carry the mark of the policy it was made by.
  updateAppointment(ctx.tx, ctx.services.keys, appointment, isRevised ? planning.stamp : null)
  if (!isRevised) return { appointment, reminders: null }
  const occasion = isScheduleChanged ? 'rescheduled' : 'contact_changed'
  return {
    appointment,
    reminders: await replanMoved(ctx.tx, target(ctx), toPlannable(appointment), planning, occasion),
  }
}

/** Registers a cancelled appointment again under a new schedule revision, and plans it anew. */
export async function reopenAppointment(
  ctx: Ctx,
  before: Appointment,
  facts: AppointmentFacts,
  planning: Planning,
): Promise<{ appointment: Appointment; reminders: ReminderSummaryRow[] }> {
  const appointment: Appointment = {
    ...before,
    ...facts,
    holderRecipientId: recipientOf(ctx, facts),
    status: 'registered',
    cancellation: null,
    version: before.version + 1,
    scheduleRevision: before.scheduleRevision + 1,
    updatedAt: ctx.now,
  }
  updateAppointment(ctx.tx, ctx.services.keys, appointment, planning.stamp)
  const reminders = await replanMoved(ctx.tx, target(ctx), toPlannable(appointment), planning, 'reopened')
  return { appointment, reminders }
}

/** Cancels an appointment and withdraws its unsent reminders in the same transaction (G4). */
export async function endAppointment(
  ctx: Ctx,
  before: Appointment,
  cancellation: Omit<NonNullable<Appointment['cancellation']>, 'at'>,
): Promise<{ appointment: Appointment; cancelledReminders: number }> {
  const planning = await readPlanningFor(ctx, before)
  const appointment: Appointment = {
    ...before,
    status: 'cancelled',
    version: before.version + 1,
    cancellation: { ...cancellation, at: ctx.now },
    updatedAt: ctx.now,
  }
  updateAppointment(ctx.tx, ctx.services.keys, appointment, planning.stamp)
  const cancelledReminders = await withdrawCancelled(ctx.tx, target(ctx), toPlannable(appointment), planning)
  return { appointment, cancelledReminders }
}

function recipientOf(ctx: Ctx, facts: AppointmentFacts): string {
  return holderRecipientId(ctx.services.keys, ctx.platformHolderId, contactsOf(facts), facts.recipientName).id
}

function target(ctx: Ctx) {
  return { platformHolderId: ctx.platformHolderId, now: ctx.now }
}
