import type { Static } from 'typebox'
import { oneOf } from '#/kernel/schema.ts'
import { isSameTimeZone } from '#/kernel/time/time-zone.ts'
import type { Contacts, PlannableAppointment } from '#/slices/reminders/reminders.ts'

/**
 * An appointment of a platform holder with one recipient. It comes from a source system through intake, or is local.
 * It keeps one id for life. `version` rises with every change; `scheduleRevision` only when
 * start, end, zone or contact change, because then the plan is made anew and a confirmation no longer counts. Another name
 * of the same zone is no change.
 *
 * registered -> cancelled | completed | no_show; cancelled -> registered only when the source sends it again;
 * completed <-> no_show within seven days.
 */
export const AppointmentStatus = oneOf(['registered', 'completed', 'no_show', 'cancelled'], {
  title: 'AppointmentStatus',
  description: 'Where the appointment stands; that it is registered does not say that its recipient confirmed it.',
})
export type AppointmentStatus = Static<typeof AppointmentStatus>

/** What a source or a member of staff says of an appointment. */
export type AppointmentFacts = {
  readonly organizationId: string | null
  readonly locationId: string | null
  readonly locationLabel: string | null
  readonly appointmentTypeId: string | null
  readonly title: string | null
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  /** In the capitals of the time-zone data, but for what was stored before that was seen to. */
  readonly timezone: string
  readonly recipientName: string
  readonly email: string | null
  readonly phoneNumberE164: string | null
  readonly recipientLocale: string | null
}

export type Appointment = AppointmentFacts & {
  readonly id: string
  readonly platformHolderId: string
  readonly holderRecipientId: string
  readonly origin: 'intake' | 'local'
  readonly sourceSystem: string
  readonly externalAppointmentId: string | null
  readonly status: AppointmentStatus
  readonly version: number
  readonly scheduleRevision: number
  readonly contactLastConfirmedAt: Temporal.Instant
  readonly confirmation: {
    readonly at: Temporal.Instant
    readonly via: 'app' | 'sms_reply' | 'message_link' | 'staff'
    readonly scheduleRevision: number
  } | null
  readonly cancellation: {
    readonly at: Temporal.Instant
    readonly by: 'holder' | 'source' | 'approved_request'
    readonly reasonCode: 'recipient' | 'provider' | 'duplicate' | 'other'
    readonly note: string | null
    /** Unsent reminders it withdrew. */
    readonly cancelledReminders: number
  } | null
  readonly outcomeRecordedAt: Temporal.Instant | null
  /** Whether the recipient ever asked to cancel or move it. */
  readonly hasRequests: boolean
  /** A request of the recipient that waits for review. */
  readonly openRequest: {
    readonly id: string
    readonly type: 'cancel' | 'reschedule'
    readonly createdAt: Temporal.Instant
  } | null
  /** Moving it was approved, and the new time is not here yet. */
  readonly awaitsNewTime: boolean
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

/** What differs between two sets of facts, in the terms that decide what must be done. */
export type Difference = {
  readonly isChanged: boolean
  readonly isScheduleChanged: boolean
  /** Start or zone: what reminders are counted from. */
  readonly isStartChanged: boolean
  readonly isContactChanged: boolean
}

export function compareFacts(before: AppointmentFacts, after: AppointmentFacts): Difference {
  const isStartChanged = !before.startsAt.equals(after.startsAt) || !isSameTimeZone(before.timezone, after.timezone)
  const isScheduleChanged = isStartChanged || !before.endsAt.equals(after.endsAt)
  const isContactChanged = before.email !== after.email || before.phoneNumberE164 !== after.phoneNumberE164
  const rest = [
    'organizationId',
    'locationId',
    'locationLabel',
    'appointmentTypeId',
    'title',
    'recipientName',
    'recipientLocale',
  ] as const
  const isChanged = isScheduleChanged || isContactChanged || rest.some((field) => before[field] !== after[field])
  return { isChanged, isScheduleChanged, isStartChanged, isContactChanged }
}

export function contactsOf(facts: AppointmentFacts): Contacts {
  return { email: facts.email, phoneNumberE164: facts.phoneNumberE164 }
}

/** The appointment as the reminder engine sees it. */
export function toPlannable(appointment: Appointment): PlannableAppointment {
  return {
    id: appointment.id,
    scheduleRevision: appointment.scheduleRevision,
    startsAt: appointment.startsAt,
    timezone: appointment.timezone,
    contacts: contactsOf(appointment),
    isConfirmed: isConfirmed(appointment),
    awaitsNewTime: appointment.awaitsNewTime,
  }
}

/** A confirmation counts only for the schedule it was given for. */
export function isConfirmed({
  confirmation,
  scheduleRevision,
}: Pick<Appointment, 'confirmation' | 'scheduleRevision'>): boolean {
  return confirmation?.scheduleRevision === scheduleRevision
}
