import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { oneOf, strictObject } from '#/kernel/schema.ts'
import { Type } from 'typebox'
import {
  appointmentExample,
  HolderAppointment,
  listAppointmentsOfEntries,
  positionOfAppointment,
} from '#/slices/appointments/appointments.ts'
import { findEntries } from './entry-store.ts'
import { personExample, personParams } from './person-view.ts'

export const listHolderPersonAppointments = operation({
  operationId: 'listHolderPersonAppointments',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/people/{personId}/appointments',
  tag: 'People',
  summary: 'List the appointments of a person',
  description:
    'All at your organization, cancelled ones too: `when=coming` those ahead, the next first, or `when=past` those that began, the last first.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: personParams,
  query: strictObject({
    ...pageQuery,
    when: Type.Optional(oneOf(['coming', 'past'], { default: 'coming', description: 'Which of them.' })),
  }),
  body: null,
  success: [200],
  data: pageOf(HolderAppointment),
  errors: ['PAGE_TOKEN_INVALID'],
  example: { params: personExample, data: { items: [appointmentExample], nextPageToken: null } },
}).handle(async (ctx, { params, query, page }) => {
  const entries = await findEntries(ctx.tx, params.personId)
  const rows = await listAppointmentsOfEntries(ctx.tx, entries, query.when ?? 'coming', page)
  const { items, nextPageToken } = page.finish(rows, positionOfAppointment)
  ctx.touch(...entries, ...items.map(({ view }) => view.id))
  return { items: items.map(({ view }) => view), nextPageToken }
})
