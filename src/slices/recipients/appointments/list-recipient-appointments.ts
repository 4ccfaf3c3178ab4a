import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, Identifier, Instant, strictObject } from '#/kernel/schema.ts'
import { readSpan } from '#/kernel/time/span.ts'
import { AppointmentStatus } from '#/slices/appointments/appointments.ts'
import { listOwnAppointments } from './appointment-store.ts'
import { RecipientAppointment, recipientAppointmentExample, toRecipientAppointment } from './appointment-view.ts'
import { recipientAuth } from '#/slices/recipients/recipient-auth.ts'

export const listRecipientAppointments = operation({
  operationId: 'listRecipientAppointments',
  method: 'GET',
  path: '/recipient/appointments',
  tag: 'Recipient appointments',
  summary: 'List your appointments at all organizations',
  description:
    'Ordered by start, including past ones unless `from` excludes them. `from` is inclusive, `to` exclusive; together they span at most 366 days.',
  role: 'recipient',
  scope: 'self-appointments:read',
  auth: recipientAuth,
  params: none,
  query: strictObject({
    ...pageQuery,
    from: Type.Optional(described(Instant, 'Earliest start, inclusive.')),
    to: Type.Optional(described(Instant, 'Latest start, exclusive.')),
    status: Type.Optional(described(AppointmentStatus, 'Only appointments with this status.')),
    platformHolderId: Type.Optional(described(Identifier, 'Only appointments at this organization.')),
  }),
  body: null,
  success: [200],
  data: pageOf(RecipientAppointment),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    query: { from: '2026-12-01T00:00:00Z', pageSize: '25' },
    data: { items: [recipientAppointmentExample], nextPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const { recipientId } = ctx
  const span = readSpan(query)
  const rows = await listOwnAppointments(ctx.tx, recipientId, { ...query, ...span }, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.startsAt.toString(), row.id])
  ctx.touch(...items.map((row) => row.id))
  return { items: items.map((row) => toRecipientAppointment(row, ctx.now)), nextPageToken }
})
