import { Type } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { invalid } from '#/kernel/errors.ts'
import { none, operation, withStatus } from '#/kernel/operation.ts'
import { described, HolderPathId, Identifier, oneOf, ScheduleRevision, strictObject, Version } from '#/kernel/schema.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { isLandline, ReminderSummary, toReminderSummary, type Planning } from '#/slices/reminders/reminders.ts'
import {
  ExternalId,
  IntakeBody,
  isOffsetOfAnotherZone,
  SourceSystem,
  toLocale,
} from '#/slices/appointments/appointment-input.ts'
import { appointmentExample } from '#/slices/appointments/reading/appointment-view.ts'
import type { AppointmentFacts } from '#/slices/appointment-facts/appointment-facts.ts'
import { takeIn } from './take-in.ts'

const warningCodes = [
  'OFFSET_TIMEZONE_MISMATCH',
  'STARTS_IN_PAST',
  'PHONE_LIKELY_LANDLINE',
  'LOCATION_UNKNOWN',
  'LANGUAGE_UNKNOWN',
  'RECIPIENT_OPTED_OUT',
  'CANCELLED_LOCALLY',
] as const
type Warning = { code: (typeof warningCodes)[number]; path: string; message: string }

const IntakeAnswer = strictObject(
  {
    appointmentId: described(Identifier, 'Permanent id of the appointment.'),
    status: oneOf(['registered', 'cancelled'], { description: 'Its status now.' }),
    outcome: oneOf(['created', 'updated', 'unchanged', 'reopened'], {
      description: 'What this call did. `reopened`: a cancelled appointment is registered again.',
    }),
    version: Version,
    scheduleRevision: ScheduleRevision,
    sourceSystem: SourceSystem,
    externalAppointmentId: ExternalId,
    reminders: Type.Array(ReminderSummary, {
      maxItems: 10,
      description: 'What is planned now; no proof of delivery.',
    }),
    warnings: Type.Array(
      strictObject(
        {
          code: oneOf(warningCodes, {
            description:
              'What looks wrong. `OFFSET_TIMEZONE_MISMATCH`: the instant wins. `STARTS_IN_PAST`: nothing is planned. `LANGUAGE_UNKNOWN`: not one of our 43; it counts as not sent. `CANCELLED_LOCALLY`: staff cancelled it; it stays cancelled until you send a change.',
          }),
          path: Type.String({
            maxLength: 200,
            description: 'The field it is about.',
            examples: ['recipient.phoneNumberE164'],
          }),
          message: Type.String({
            maxLength: 300,
            description: 'What it means, for developers.',
            examples: ['This number looks like a landline.'],
          }),
        },
        { title: 'IntakeWarning' },
      ),
      { maxItems: 10, description: 'What was accepted but looks wrong.' },
    ),
  },
  { title: 'AppointmentIntakeAnswer' },
)

export const submitHolderAppointmentIntake = operation({
  operationId: 'submitHolderAppointmentIntake',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/intake',
  tag: 'Appointments',
  summary: 'Create or update an appointment from your own system',
  description:
    'Send a full representation: an omitted optional field is cleared, except for the language of the recipient. sourceSystem and externalAppointmentId identify the appointment: sending it again updates it, and sending it unchanged changes nothing. A 2xx means that the appointment and its reminders are stored. No provider is called in this request. `recipient.locale` is remembered for this person at your organization: an appointment without it gets the same, what your staff correct stays while you repeat yourself, and messages that are not on their way yet follow. Messages are in the language that the recipient chose, else the one that you or your staff said last, else that of your organization.',
  role: 'platform_holder_user',
  scope: 'appointments:intake',
  auth: ['apiKey'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: IntakeBody,
  success: [201, 200],
  data: IntakeAnswer,
  errors: ['API_KEY_REQUIRED', 'TIMEZONE_UNKNOWN', 'STATE_CONFLICT'],
  bodyLimitBytes: 65_536,
  rateLimit: 'intake',
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    body: {
      sourceSystem: 'practice-system',
      externalAppointmentId: 'A-1001',
      locationId: 'main',
      startsAt: '2026-12-03T14:30:00+01:00',
      endsAt: '2026-12-03T14:45:00+01:00',
      timezone: 'Europe/Amsterdam',
      recipient: { displayName: 'Sanne de Vries', email: 'sanne@example.com', phoneNumberE164: '+31612345678' },
    },
    data: {
      appointmentId: appointmentExample.id,
      status: 'registered',
      outcome: 'created',
      version: 1,
      scheduleRevision: 1,
      sourceSystem: 'practice-system',
      externalAppointmentId: 'A-1001',
      reminders: [
        {
          reminderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09',
          kind: 'confirm_prompt',
          channel: 'sms',
          dueAt: '2026-11-30T13:30:00.000Z',
          state: 'planned',
          reasonCode: null,
        },
        {
          reminderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d0a',
          kind: 'reminder',
          channel: 'sms',
          dueAt: '2026-12-02T13:30:00.000Z',
          state: 'planned',
          reasonCode: null,
        },
      ],
      warnings: [],
    },
  },
}).handle(async (ctx, { body }) => {
  if (body.sourceSystem === 'local')
    throw invalid({ path: 'sourceSystem', code: 'not_allowed', message: 'This name is reserved. Choose another.' })
  const [{ outcome, appointment, reminders, facts, planning }, holder] = await Promise.all([
    takeIn(ctx, body),
    getHolderContext(ctx.tx),
  ])
  ctx.touch(appointment.id, appointment.holderRecipientId)
  const knownLocations = holder.schedulingSetup?.locations.map((location) => location.id) ?? []
  const data = {
    appointmentId: appointment.id,
    status: appointment.status === 'cancelled' ? ('cancelled' as const) : ('registered' as const),
    outcome,
    version: appointment.version,
    scheduleRevision: appointment.scheduleRevision,
    sourceSystem: body.sourceSystem,
    externalAppointmentId: body.externalAppointmentId.trim(),
    reminders: reminders.slice(0, 10).map(toReminderSummary),
    warnings: warningsFor(ctx, body, facts, planning, {
      isCancelled: appointment.status === 'cancelled',
      knownLocations,
    }),
  }
  return withStatus(outcome === 'created' ? 201 : 200, data)
})

type Circumstances = { readonly isCancelled: boolean; readonly knownLocations: readonly string[] }

function warningsFor(
  ctx: HolderCtx,
  body: IntakeBody,
  facts: AppointmentFacts,
  planning: Planning,
  now: Circumstances,
): Warning[] {
  const warnings: Warning[] = []
  const warn = (code: Warning['code'], path: string, message: string) => warnings.push({ code, path, message })
  for (const path of ['startsAt', 'endsAt'] as const) {
    if (isOffsetOfAnotherZone(body[path], body.timezone)) {
      warn(
        'OFFSET_TIMEZONE_MISMATCH',
        path,
        'The offset is not the one of the time zone at that moment; the instant counts.',
      )
    }
  }
  if (Temporal.Instant.compare(facts.startsAt, ctx.now) <= 0)
    warn('STARTS_IN_PAST', 'startsAt', 'Registered, but nothing is planned.')
  if (isLandline(facts.recipientPhone))
    warn('PHONE_LIKELY_LANDLINE', 'recipient.phoneNumberE164', 'This number does not take text messages.')
  if (body.recipient.locale !== undefined && toLocale(body.recipient.locale) === undefined)
    warn('LANGUAGE_UNKNOWN', 'recipient.locale', 'Not one of our languages; it counts as not sent.')
  if (facts.locationId !== null && !now.knownLocations.includes(facts.locationId)) {
    warn('LOCATION_UNKNOWN', 'locationId', 'Not a location of your scheduling set-up; it is stored all the same.')
  }
  if (planning.isOptedOut.sms)
    warn('RECIPIENT_OPTED_OUT', 'recipient.phoneNumberE164', 'The recipient wants no text messages from you.')
  if (planning.isOptedOut.email)
    warn('RECIPIENT_OPTED_OUT', 'recipient.email', 'The recipient wants no e-mail from you.')
  if (now.isCancelled)
    warn('CANCELLED_LOCALLY', '', 'Your staff cancelled this appointment; change it to register it again.')
  return warnings
}
