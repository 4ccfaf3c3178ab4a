import { Type } from 'typebox'
import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, formatInstant, strictObject } from '#/kernel/schema.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { checkGiven, checkSchedule, toLocale, toRecipientFacts } from '#/slices/appointments/appointment-input.ts'
import { appointmentExample, HolderAppointment } from '#/slices/appointments/reading/appointment-view.ts'
import { compareFacts, contactsOf, type KnownAppointment } from '#/slices/appointments/appointment.ts'
import {
  detailsOf,
  recipientOf,
  type AppointmentFacts,
  type Details,
} from '#/slices/appointment-facts/appointment-facts.ts'
import { changeAppointment, givenLocaleOf, readPlanningFor } from '#/slices/appointments/change-appointment.ts'
import { appointmentParams, appointmentParamsExample } from '#/slices/appointments/reading/get-holder-appointment.ts'
import {
  checkDetails,
  checkOwnLocation,
  checkType,
  refusePastStart,
  localFields,
  LocalRecipient,
  localSchedule,
} from './local-input.ts'
import { getHolderAppointmentView } from '#/slices/appointments/reading/read-store.ts'
import { getForUpdate, rememberLocale } from '#/slices/appointments/store.ts'

export const updateHolderAppointment = operation({
  operationId: 'updateHolderAppointment',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}',
  tag: 'Appointments',
  summary: 'Change a local appointment',
  description:
    'Omitted fields are kept; `recipient` is replaced as a whole, except for a `locale` that is omitted. A new start, end, zone, place, contact or type replans the reminders, and recipients who were told the old time or place are told the new one, unless the policy says otherwise. A new `recipient.locale` is the language of all messages to this person that are not on their way yet. Change an appointment from a source system there, but for the language of its recipient: send `recipient` with name and contact as they are. After an approved request to move an appointment, sending its current `startsAt` keeps that time and releases the held reminders; for an appointment from a source system, send only `startsAt` and `expectedVersion`.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'planning' },
  target: { readBy: 'getHolderAppointment', shows: ['recipient.displayName', 'startsAt', 'title'] },
  params: appointmentParams,
  query: none,
  body: strictObject(
    {
      expectedVersion: ExpectedVersion,
      startsAt: Type.Optional(localSchedule.startsAt),
      endsAt: Type.Optional(localSchedule.endsAt),
      ...localFields,
      recipient: Type.Optional(LocalRecipient),
    },
    { minProperties: 2 },
  ),
  success: [200],
  data: HolderAppointment,
  errors: [
    'VERSION_CONFLICT',
    'APPOINTMENT_SOURCE_MANAGED',
    'STATE_CONFLICT',
    'APPOINTMENT_IN_PAST',
    'TIMEZONE_UNKNOWN',
  ],
  example: {
    params: appointmentParamsExample,
    body: { expectedVersion: 1, startsAt: '2026-12-03T15:00:00+01:00', endsAt: '2026-12-03T15:15:00+01:00' },
    data: {
      ...appointmentExample,
      origin: 'local',
      sourceSystem: 'local',
      externalAppointmentId: null,
      version: 2,
      scheduleRevision: 2,
    },
  },
}).handle(async (ctx, { params, body }) => {
  checkGiven(ctx.now, body)
  const before = await getForUpdate(ctx.tx, params.appointmentId)
  ctx.touch(before.id, before.holderRecipientId)
  const maySettle = before.awaitsNewTime && body.startsAt !== undefined
  if (
    before.origin === 'intake' &&
    !(maySettle && hasNothingBut('startsAt', body)) &&
    !hasNothingBut('recipient', body)
  )
    throw new AppError('APPOINTMENT_SOURCE_MANAGED')
  if (before.version !== body.expectedVersion) throw versionConflict(before.version)
  if (before.status !== 'registered')
    throw new AppError('STATE_CONFLICT', { message: 'Only a registered appointment can be changed.' })
  checkDetails(body, await getHolderContext(ctx.tx))
  const facts = mergeFacts(ctx.now, before, body)
  checkOwnLocation(ctx.identity, facts.locationId)
  if (!facts.startsAt.equals(before.startsAt)) refusePastStart(ctx.now, facts.startsAt)
  const isTypeKept = facts.appointmentTypeId === before.appointmentTypeId
  if (facts.appointmentTypeId !== null && !(isTypeKept && facts.locationId === before.locationId))
    await checkType(ctx, facts.appointmentTypeId, facts.locationId, isTypeKept)
  const { isChanged, isScheduleChanged } = compareFacts(before, facts)
  if (before.origin === 'intake' && isChanged) throw new AppError('APPOINTMENT_SOURCE_MANAGED')
  const keepsTime = maySettle && !isScheduleChanged
  const saidLocale = toLocale(body.recipient?.locale)
  const isLanguageChanged = saidLocale !== undefined && saidLocale !== before.rememberedLocale
  if (isChanged || isLanguageChanged || keepsTime)
    await changeAppointment(ctx, before, facts, await readPlanningFor(ctx, facts), { saidLocale, keepsTime })
  // The entry is not locked: another may have been said since it was read.
  else if (saidLocale !== undefined) rememberLocale(ctx.tx, ctx.services.keys, before, saidLocale)
  return getHolderAppointmentView(ctx.tx, before.id)
})

function hasNothingBut(name: 'startsAt' | 'recipient', body: object): boolean {
  return Object.keys(body).every((field) => field === 'expectedVersion' || field === name)
}

type Changes = Partial<Details> & {
  readonly startsAt?: string
  readonly endsAt?: string
  readonly timezone?: string
  readonly recipient?: Parameters<typeof toRecipientFacts>[0]
}

function mergeFacts(now: Temporal.Instant, before: KnownAppointment, changes: Changes): AppointmentFacts {
  const recipient = changes.recipient ? toRecipientFacts(changes.recipient) : recipientOf(before)
  const schedule = checkSchedule(now, {
    startsAt: changes.startsAt ?? formatInstant(before.startsAt),
    endsAt: changes.endsAt ?? formatInstant(before.endsAt),
    timezone: changes.timezone ?? before.timezone,
    recipient: contactsOf(recipient),
  })
  const facts = { ...detailsOf(changes, before), ...schedule, ...recipient }
  // What staff say of the language is remembered for the person; the appointment keeps what was given with it.
  return { ...facts, recipientLocale: givenLocaleOf(before, facts) }
}
