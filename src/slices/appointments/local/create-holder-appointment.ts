import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { detailsOf } from '#/slices/appointment-facts/appointment-facts.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { checkSchedule, toLocale, toRecipientFacts } from '#/slices/appointments/appointment-input.ts'
import { appointmentExample, HolderAppointment } from '#/slices/appointments/reading/appointment-view.ts'
import { readPlanningFor, registerAppointment } from '#/slices/appointments/change-appointment.ts'
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

export const createHolderAppointment = operation({
  operationId: 'createHolderAppointment',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments',
  tag: 'Appointments',
  summary: 'Create a local appointment',
  description:
    "For appointments that no source system manages. The time zone defaults to that of your organization, the title to the name of the type. The type's own reminder plan applies, if it has one.",
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'planning' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId, ...localSchedule, ...localFields, recipient: LocalRecipient }),
  success: [201],
  data: HolderAppointment,
  errors: ['TIMEZONE_UNKNOWN', 'REQUEST_ID_REUSED', 'APPOINTMENT_IN_PAST'],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11',
      title: 'Controle',
      startsAt: '2026-12-03T14:30:00+01:00',
      endsAt: '2026-12-03T14:45:00+01:00',
      locationId: 'main',
      recipient: { displayName: 'Sanne de Vries', phoneNumberE164: '+31612345678', locale: 'nl' },
    },
    data: {
      ...appointmentExample,
      origin: 'local',
      sourceSystem: 'local',
      externalAppointmentId: null,
      title: 'Controle',
    },
  },
}).handle(async (ctx, { body }) => {
  const holder = await getHolderContext(ctx.tx)
  const schedule = checkSchedule(ctx.now, { ...body, timezone: body.timezone ?? holder.defaultTimezone })
  checkDetails(body, holder)
  checkOwnLocation(ctx.identity, body.locationId ?? null)
  if (body.appointmentTypeId) await checkType(ctx, body.appointmentTypeId, body.locationId ?? null)
  refusePastStart(ctx.now, schedule.startsAt)
  const facts = { ...detailsOf(body, null), ...schedule, ...toRecipientFacts(body.recipient) }
  const source = { origin: 'local' as const, sourceSystem: 'local', externalAppointmentId: null }
  const planning = await readPlanningFor(ctx, facts)
  const { appointment } = registerAppointment(ctx, source, facts, planning, toLocale(body.recipient.locale))
  ctx.touch(appointment.id, appointment.holderRecipientId)
  return getHolderAppointmentView(ctx.tx, appointment.id)
})
