import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, HolderPathId, Identifier, Instant, strictObject } from '#/kernel/schema.ts'
import { boundedSpan, readSpan } from '#/kernel/time/span.ts'
import { DeliveryStatus } from '#/slices/reminders/reminders.ts'
import { appointmentExample, ConfirmationStatus, HolderAppointment } from './appointment-view.ts'
import { AppointmentStatus } from '#/slices/appointments/appointment.ts'
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
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    ...pageQuery,
    from: Type.Optional(
      described(
        Instant,
        'First start, included. Left out in a search: 366 days before `to`, or 183 days before now when `to` is left out too.',
      ),
    ),
    to: Type.Optional(
      described(
        Instant,
        'End of the starts, not included. Left out in a search: 366 days after `from`, or 183 days after now when `from` is left out too.',
      ),
    ),
    status: Type.Optional(described(AppointmentStatus, 'Only appointments that stand so.')),
    deliveryStatus: Type.Optional(described(DeliveryStatus, 'Only appointments whose messages fare so.')),
    confirmationStatus: Type.Optional(
      described(ConfirmationStatus, 'Only appointments that are confirmed, or only others.'),
    ),
    appointmentTypeId: Type.Optional(described(Identifier, 'Only appointments of this type.')),
    locationId: Type.Optional(described(Identifier, 'Only appointments at this location.', 'main')),
    query: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 200,
        pattern: '^[^\\p{Cc}]*$',
        description: 'Beginning of the name of a recipient.',
        examples: ['Sanne'],
      }),
    ),
  }),
  body: null,
  success: [200],
  data: pageOf(HolderAppointment),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    query: { from: '2026-12-01T00:00:00Z', to: '2027-01-01T00:00:00Z', pageSize: '25' },
    data: { items: [appointmentExample], nextPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const span = readSpan(query)
  const { rows, searchedTo } = isSearch(query)
    ? await searchAppointmentViews(ctx.tx, { ...query, ...boundedSpan(span, ctx.now) }, page)
    : await listAppointmentViews(ctx.tx, { ...query, ...span }, page)
  const { items, nextPageToken } = page.finish(rows, (row) => row.position, searchedTo)
  ctx.touch(...items.flatMap((item) => [item.view.id, item.holderRecipientId]))
  return { items: items.map((item) => item.view), nextPageToken }
})

/** True for filters that no index in order of start answers: many rows may be read for each that matches. */
function isSearch({
  status,
  deliveryStatus,
  confirmationStatus,
  locationId,
}: Omit<AppointmentFilter, 'from' | 'to'>): boolean {
  return [status, deliveryStatus, confirmationStatus, locationId].some((filter) => filter !== undefined)
}
