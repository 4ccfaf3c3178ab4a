import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, Identifier, Instant, strictObject } from '#/kernel/schema.ts'
import { recipientFacts } from '#/slices/appointment-facts/appointment-facts.ts'
import { appointmentExample } from './appointment-view.ts'
import { findMatches } from './read-store.ts'

/** As many as a body may have names and values for. */
const soughtMax = 250

const Sought = strictObject(
  {
    startsAt: described(Instant, 'When it starts.'),
    displayName: described(recipientFacts.recipientName.input, 'Name of the person; capitals do not matter.'),
  },
  { title: 'SoughtAppointment', description: 'An appointment, as another system knows it.' },
)

const Match = strictObject(
  {
    index: Type.Integer({
      minimum: 0,
      maximum: soughtMax - 1,
      description: 'Its place in the request, from 0.',
      examples: [0],
    }),
    appointmentId: described(Identifier, 'The appointment that is there already.'),
  },
  { title: 'AppointmentMatch' },
)

export const matchHolderAppointments = operation({
  operationId: 'matchHolderAppointments',
  method: 'POST',
  isReadOnly: true,
  path: '/platform-holders/{platformHolderId}/appointments/matches',
  tag: 'Appointments',
  summary: 'Ask which appointments are there already',
  description:
    'For whoever imports appointments without ids of their own, such as those of a file: the same name at the same start is the same appointment, whatever its contact. Cancelled appointments do not count. A system that has ids needs no such question: handing in an appointment again changes nothing. Nothing is stored.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    appointments: Type.Array(Sought, {
      minItems: 1,
      maxItems: soughtMax,
      description: 'What is sought; several may be the same.',
    }),
  }),
  success: [200],
  data: strictObject(
    { matches: Type.Array(Match, { description: 'Those that are there, in the order of the request.' }) },
    { title: 'AppointmentMatches' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    body: {
      appointments: [
        { startsAt: '2026-12-03T14:30:00+01:00', displayName: 'Sanne de Vries' },
        { startsAt: '2026-12-03T14:45:00+01:00', displayName: 'Bram Visser' },
      ],
    },
    data: { matches: [{ index: 0, appointmentId: appointmentExample.id }] },
  },
}).handle(async (ctx, { body }) => {
  const found = await findMatches(ctx.tx, body.appointments)
  ctx.touch(...found.flatMap(({ appointmentId, holderRecipientId }) => [appointmentId, holderRecipientId]))
  return { matches: found.map(({ index, appointmentId }) => ({ index, appointmentId })) }
})
