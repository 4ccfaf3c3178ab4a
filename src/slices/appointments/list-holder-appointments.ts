import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { nextPageToken, pageQuery } from '#/kernel/page.ts'
import { Identifier, Instant, oneOf, ResourceId, strictObject } from '#/kernel/schema.ts'
import { boundedSpan, readSpan } from '#/kernel/span.ts'
import { deliveryStatuses } from '#/slices/reminders/reminders.ts'
import { appointmentExample, HolderAppointment } from './appointment-view.ts'
import { appointmentStatuses } from './appointment.ts'
import { listAppointmentViews, searchAppointmentViews, type AppointmentFilter } from './read-store.ts'

export const listHolderAppointments = operation({
  operationId: 'listHolderAppointments',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointments',
  tag: 'Appointments',
  summary: 'List appointments',
  description:
    'In order of start. `from` is included, `to` is not; together they span at most 366 days. With `status`, `deliveryStatus`, `confirmationStatus` or `locationId` the list is a search: a bound that is left out is set so that the span is 366 days, and a page can have fewer items than `pageSize`, also none, while `nextPageToken` says where the search goes on. `query` is the beginning of a recipient name.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'planning' },
  params: strictObject({ platformHolderId: ResourceId }),
  query: strictObject({
    ...pageQuery,
    from: Type.Optional(
      Type.String({
        ...Instant,
        description:
          'First start. Left out in a search: 366 days before `to`, or 183 days before now when `to` is left out too.',
      }),
    ),
    to: Type.Optional(
      Type.String({
        ...Instant,
        description:
          'End of the starts, not included. Left out in a search: 366 days after `from`, or 183 days after now when `from` is left out too.',
      }),
    ),
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
}).handle(async (ctx, { query, page }) => {
  const span = readSpan(query)
  const { rows, searchedTo } = isSearch(query)
    ? await searchAppointmentViews(ctx.tx, ctx.platformHolderId, { ...query, ...boundedSpan(span, ctx.now) }, page)
    : await listAppointmentViews(ctx.tx, ctx.platformHolderId, { ...query, ...span }, page)
  const { items, nextPageToken } = page.finish(rows, (row) => row.position, searchedTo)
  ctx.touch(...items.flatMap((item) => [item.view.id, item.holderRecipientId]))
  return { items: items.map((item) => item.view), nextPageToken }
})

/** True for what no index in order of start answers: many rows may be looked at for each that fits. */
function isSearch({
  status,
  deliveryStatus,
  confirmationStatus,
  locationId,
}: Omit<AppointmentFilter, 'from' | 'to'>): boolean {
  return [status, deliveryStatus, confirmationStatus, locationId].some((filter) => filter !== undefined)
}
