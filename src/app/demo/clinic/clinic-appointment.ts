import { detailsOf } from '#/slices/appointment-facts/appointment-facts.ts'
import { newId } from '#/kernel/ids.ts'
import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import {
  noOpenRequest,
  notCancelled,
  notConfirmed,
  toPlannable,
  type Appointment,
} from '#/slices/appointments/appointment.ts'
import { holderRecipientOf } from '#/slices/appointments/store.ts'
import { newRows, planRows, planStamp } from '#/slices/reminders/rows/planning.ts'
import { type PlanRow } from '#/slices/reminders/plan/plan-row.ts'
import type { NewReminder } from '#/slices/reminders/rows/row-store.ts'
import { toPreferences } from '#/slices/reminders/policy/preferences.ts'
import { typeDefaults } from '#/slices/appointment-types/appointment-type.ts'
import { defaultPolicy } from '#/slices/reminders/words/policy.ts'
import { pick, share } from './clinic-person.ts'
import { clinicTypes } from './clinic-data.ts'
import type { ClinicVisit } from './clinic-visits.ts'

/** The clinic as its rows name it. */
export type ClinicHolder = {
  readonly id: string
  readonly typeIds: readonly string[]
  readonly now: Temporal.Instant
  /** Plans by what they follow from: many begin at the same instant. */
  readonly plans: Map<string, PlanRow[]>
}

export type StoredVisit = {
  readonly visit: ClinicVisit
  readonly appointment: Appointment
  readonly entry: ReturnType<typeof holderRecipientOf>
  readonly planStamp: string
  /** As they were planned; which of them went is another matter. */
  readonly reminders: readonly NewReminder[]
}

const noPreferences = toPreferences({
  preferredLocale: null,
  preferredTimezone: null,
  preferences: null,
  offHere: null,
})

/** The appointment of a visit as it stands now, and its reminders as they were planned when it was made. */
export function storedVisit(keys: DerivedKeys, holder: ClinicHolder, visit: ClinicVisit): StoredVisit {
  const made = madeAppointment(holder, visit)
  const target = { platformHolderId: holder.id, now: made.createdAt }
  const reminders = newRows(target, toPlannable(made), planOf(holder, visit, made))
  const entry = holderRecipientOf(keys, holder.id, made)
  const now = appointmentNow(holder, visit, made)
  const cancelledReminders = now.status === 'cancelled' ? reminders.length : null
  const appointment = { ...now, holderRecipientId: entry.id, cancelledReminders }
  return { visit, appointment, entry, planStamp: planStamp(1, type), reminders }
}

/** As the types leave the policy of every new organization. */
const type = { id: '', planVersion: 1, steps: null, skipIfConfirmed: false }
const smsSender = { mode: 'numeric', value: '', canReceive: true } as const
const policy = { ...defaultPolicy, version: 1, smsSender }

function planOf({ plans }: ClinicHolder, { fate }: ClinicVisit, made: Appointment): PlanRow[] {
  const mishap = fate.is === 'unreached' ? fate.mishap : 'none'
  const channels = `${made.recipientPhone === null} ${made.recipientEmail === null}`
  const key = `${made.startsAt.epochMilliseconds} ${made.timezone} ${channels} ${mishap}`
  const known = plans.get(key)
  if (known) return known
  const isOptedOut = { sms: mishap === 'opted_out', email: false }
  const planning = { policy, isOptedOut, preferences: noPreferences, type }
  const rows = planRows(toPlannable(made), planning, made.createdAt, 'registered', null)
  plans.set(key, rows)
  return rows
}

/** Made one to eight weeks ahead; nine of ten by the hospital's own system. */
function madeAppointment({ id, typeIds }: ClinicHolder, visit: ClinicVisit): Appointment {
  const { number, place, typeNumber, startsAt, endsAt, person } = visit
  const daysAhead = 7 + Math.floor(share(number, 'ahead') * 50)
  const createdAt = startsAt.subtract({ hours: 24 * daysAhead, minutes: Math.floor(share(number, 'made') * 60) })
  const isLocal = share(number, 'origin') < 0.1
  return {
    platformHolderId: id,
    id: newId(),
    holderRecipientId: '',
    origin: isLocal ? 'local' : 'intake',
    sourceSystem: isLocal ? 'local' : 'epd',
    externalAppointmentId: isLocal ? null : `EPD-${number}`,
    ...detailsOf({ locationId: place.id, appointmentTypeId: pick(typeIds, typeNumber) }, null),
    startsAt,
    endsAt,
    timezone: place.timezone,
    recipientName: person.displayName,
    recipientEmail: person.email,
    recipientPhone: person.phoneNumberE164,
    recipientLocale: person.locale,
    status: 'registered',
    version: 1,
    scheduleRevision: 1,
    contactLastConfirmedAt: createdAt,
    ...notConfirmed,
    ...notCancelled,
    ...noOpenRequest,
    outcomeRecordedAt: null,
    hasRequests: false,
    awaitsNewTime: false,
    createdAt,
    updatedAt: createdAt,
  }
}

/** What has become of it: cancelled, confirmed, asked about, over. Each change is a version. */
function appointmentNow({ now }: ClinicHolder, { number, fate }: ClinicVisit, made: Appointment): Appointment {
  if (fate.is === 'cancelled') return cancelled(made, number)
  if (fate.is === 'asks' || fate.is === 'awaits_new_time') {
    const openRequestAt = now.subtract({ minutes: 10 + Math.floor(share(number, 'asked') * 1_400) })
    const open = fate.is === 'asks' ? { openRequestId: newId(), openRequestType: fate.type, openRequestAt } : {}
    return { ...made, ...open, hasRequests: true, awaitsNewTime: fate.is === 'awaits_new_time' }
  }
  return withOutcome(fate.is === 'plain' ? confirmed(made, number, now) : made, number, now)
}

function cancelled(made: Appointment, number: number): Appointment {
  const cancelledAt = made.createdAt.add({ hours: 20 })
  const isBySource = made.origin === 'intake' && share(number, 'cancelled') < 0.7
  return {
    ...made,
    status: 'cancelled',
    version: 2,
    cancelledAt,
    cancelledBy: isBySource ? 'source' : 'holder',
    cancellationReason: isBySource ? 'other' : 'recipient',
    updatedAt: cancelledAt,
  }
}

/** Two of three say that they come, within hours of the question that goes three days ahead. */
function confirmed(made: Appointment, number: number, now: Temporal.Instant): Appointment {
  const confirmedAt = made.startsAt.subtract({ hours: 72 - 14 - Math.floor(share(number, 'answered') * 9) })
  if (share(number, 'confirms') > 0.66 || isBefore(now, confirmedAt)) return made
  const confirmedVia = pick(['message_link', 'sms_reply', 'message_link', 'app'] as const, number)
  const via = made.recipientPhone === null ? 'message_link' : confirmedVia
  const at = { confirmedAt, contactLastConfirmedAt: confirmedAt, updatedAt: confirmedAt }
  return { ...made, ...at, version: 2, confirmedVia: via, confirmedRevision: 1 }
}

/** The desk records who came, and forgets a few; whoever was not reached stays away more often. */
function withOutcome(before: Appointment, number: number, now: Temporal.Instant): Appointment {
  const outcomeRecordedAt = before.endsAt.add({ minutes: 5 + Math.floor(share(number, 'recorded') * 25) })
  if (isBefore(now, outcomeRecordedAt) || share(number, 'forgotten') < 0.04) return before
  const status = share(number, 'came') < (before.confirmedAt ? 0.02 : 0.11) ? 'no_show' : 'completed'
  return { ...before, status, outcomeRecordedAt, version: before.version + 1, updatedAt: outcomeRecordedAt }
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0
}

export const clinicTypeRows = clinicTypes.map(([nl, en, durationMinutes, color]) => ({
  ...typeDefaults,
  name: { nl, en },
  durationMinutes,
  color,
}))
