import { Type } from 'typebox'
import { invalid } from '#/kernel/errors.ts'
import { operation } from '#/kernel/operation.ts'
import { nextPageToken, pageQuery, readPage } from '#/kernel/page.ts'
import { Identifier, Instant, oneOf, ResourceId, strictObject } from '#/kernel/schema.ts'
import { deliveryStatuses } from '#/slices/reminders/reminders.ts'
import { appointmentExample, HolderAppointment } from './appointment-view.ts'
import { appointmentStatuses } from './appointment.ts'
import { listAppointmentViews } from './read-store.ts'

const maxSpanDays = 366

export const listHolderAppointments = operation({
  operationId: 'listHolderAppointments',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointments',
  tag: 'Appointments',
  summary: 'List appointments',
  description:
    'In order of start. `from` is included, `to` is not; together they span at most 366 days. `query` is the beginning of a recipient name.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'planning' },
  params: strictObject({ platformHolderId: ResourceId }),
  query: strictObject({
    ...pageQuery,
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
    status: Type.Optional(oneOf(appointmentStatuses)),
    deliveryStatus: Type.Optional(oneOf(deliveryStatuses)),
    confirmationStatus: Type.Optional(oneOf(['unconfirmed', 'confirmed'])),
    appointmentTypeId: Type.Optional(Identifier),
    locationId: Type.Optional(Identifier),
    query: Type.Optional(Type.String({ minLength: 2, maxLength: 200, pattern: '^[^\\p{Cc}]*$' })),
  }),
  body: null,
  success: [200],
  data: strictObject({ items: Type.Array(HolderAppointment), nextPageToken }),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    query: { from: '2026-12-01T00:00:00Z', to: '2027-01-01T00:00:00Z', pageSize: '25' },
    data: { items: [appointmentExample], nextPageToken: null },
  },
}).handle(async (ctx, { query }) => {
  checkSpan(query.from, query.to)
  const page = readPage(ctx.services.keys.pageToken, ['listHolderAppointments', ctx.platformHolderId], query)
  const rows = await listAppointmentViews(ctx.tx, ctx.platformHolderId, query, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => row.position)
  ctx.touch(...items.flatMap((item) => [item.view.id, item.holderRecipientId]))
  return { items: items.map((item) => item.view), nextPageToken }
})

function checkSpan(from: string | undefined, to: string | undefined): void {
  if (from === undefined || to === undefined) return
  const days = Temporal.Instant.from(to).since(Temporal.Instant.from(from)).total('hours') / 24
  if (days <= 0) throw invalid({ path: 'query.to', code: 'out_of_range', message: 'Must be after from.' })
  if (days > maxSpanDays)
    throw invalid({ path: 'query.to', code: 'out_of_range', message: `At most ${maxSpanDays} days after from.` })
}
