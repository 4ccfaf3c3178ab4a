import type { Static } from 'typebox'
import { oneOf } from '#/kernel/schema.ts'
import { isSameTimeZone } from '#/kernel/time/time-zone.ts'
import {
  factNames,
  facts,
  isOtherPlace,
  placeOf,
  publicNameOf,
  type AppointmentFacts,
  type FactName,
  type RecipientFacts,
} from '#/slices/appointment-facts/appointment-facts.ts'
import type { Contacts, PlannableAppointment } from '#/slices/reminders/reminders.ts'

/**
 * An appointment of a holder with one recipient, from a source system through intake or local. It keeps one id for
 * life. `version` rises with every change; `scheduleRevision` only when start, end, zone, place or contact change or it is
 * registered again, because then it is replanned and a confirmation no longer counts. Another name of the same zone is
 * no change.
 *
 * registered -> cancelled | completed | no_show; cancelled -> registered only when the source sends it again;
 * completed <-> no_show, and either back to registered, within seven days.
 */
export const AppointmentStatus = oneOf(['registered', 'completed', 'no_show', 'cancelled'], {
  title: 'AppointmentStatus',
  description: 'Status of the appointment. `registered` does not mean that the recipient confirmed.',
})
export type AppointmentStatus = Static<typeof AppointmentStatus>

/** An appointment as it is stored. */
export type Appointment = AppointmentFacts & {
  readonly platformHolderId: string
  readonly id: string
  readonly holderRecipientId: string
  readonly origin: 'intake' | 'local'
  readonly sourceSystem: string
  readonly externalAppointmentId: string | null
  readonly status: AppointmentStatus
  readonly version: number
  readonly scheduleRevision: number
  readonly contactLastConfirmedAt: Temporal.Instant
  /** The last confirmation, of whichever schedule revision: these three are null together. */
  readonly confirmedAt: Temporal.Instant | null
  readonly confirmedVia: 'app' | 'sms_reply' | 'message_link' | 'staff' | null
  readonly confirmedRevision: number | null
  readonly cancelledAt: Temporal.Instant | null
  readonly cancelledBy: 'holder' | 'source' | 'approved_request' | null
  readonly cancellationReason: 'recipient' | 'provider' | 'duplicate' | 'other' | null
  readonly cancellationNote: string | null
  /** Unsent reminders that cancelling it withdrew. */
  readonly cancelledReminders: number | null
  readonly outcomeRecordedAt: Temporal.Instant | null
  /** Whether the recipient ever asked to cancel or move it. */
  readonly hasRequests: boolean
  /** Moving it was approved, and the new time is not known yet. */
  readonly awaitsNewTime: boolean
  /** A request of the recipient that waits for review; null when there is none, and from the start of the appointment on. */
  readonly openRequestId: string | null
  readonly openRequestType: 'cancel' | 'reschedule' | null
  readonly openRequestAt: Temporal.Instant | null
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

/** An appointment as it is read: beside it the language in which its person is written to, as it was last said. */
export type KnownAppointment = Appointment & { readonly rememberedLocale: string | null }

export const notConfirmed = { confirmedAt: null, confirmedVia: null, confirmedRevision: null }
export const notCancelled = {
  cancelledAt: null,
  cancelledBy: null,
  cancellationReason: null,
  cancellationNote: null,
  cancelledReminders: null,
}
export const noOpenRequest = { openRequestId: null, openRequestType: null, openRequestAt: null }

/** What differs between two sets of facts, in the terms that decide what must be done. */
export type Difference = {
  readonly isChanged: boolean
  readonly isScheduleChanged: boolean
  /** Start or zone: what reminders are counted from. */
  readonly isStartChanged: boolean
  /** It takes place elsewhere, which a corrected spelling does not mean, nor that its place is not told any more. */
  readonly isPlaceChanged: boolean
  readonly isContactChanged: boolean
  /** Nothing differs but the language of its person. */
  readonly isLanguageAlone: boolean
}

export function compareFacts(before: AppointmentFacts, after: AppointmentFacts): Difference {
  const changes = new Set(
    factNames.filter((name) => !isSame(name, before[name], after[name])).map((name) => facts[name].changes),
  )
  const isStartChanged = changes.has('start')
  return {
    isChanged: changes.size > 0,
    isScheduleChanged: isStartChanged || changes.has('schedule'),
    isStartChanged,
    isPlaceChanged: changes.has('place') && isElsewhere(before, after),
    isContactChanged: changes.has('contact'),
    isLanguageAlone: changes.size === 1 && changes.has('language'),
  }
}

/** The names in the API of the facts that differ, `recipient.email`. */
export function changedNames(before: AppointmentFacts, after: AppointmentFacts): string[] {
  return factNames.filter((name) => !isSame(name, before[name], after[name])).map(publicNameOf)
}

function isElsewhere(before: AppointmentFacts, after: AppointmentFacts): boolean {
  const placed = (facts: AppointmentFacts) => ({ locationId: facts.locationId, words: placeOf(facts, null) })
  const { locationId, words } = placed(after)
  return (locationId !== null || words !== null) && isOtherPlace(placed(before), { locationId, words })
}

type FactValue = AppointmentFacts[FactName]

function isSame(name: FactName, before: FactValue, after: FactValue): boolean {
  if (before instanceof Temporal.Instant && after instanceof Temporal.Instant) return before.equals(after)
  if (name === 'timezone') return isSameTimeZone(String(before), String(after))
  return before === after
}

export function contactsOf({ recipientEmail, recipientPhone }: RecipientFacts): Contacts {
  return { email: recipientEmail, phoneNumberE164: recipientPhone }
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
  confirmedRevision,
  scheduleRevision,
}: Pick<Appointment, 'confirmedRevision' | 'scheduleRevision'>): boolean {
  return confirmedRevision === scheduleRevision
}
