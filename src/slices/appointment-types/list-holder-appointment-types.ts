import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { AppointmentType, AppointmentTypeStatus, toTypeView, typeExample } from './appointment-type.ts'
import { listTypes } from './store.ts'

export const listHolderAppointmentTypes = operation({
  operationId: 'listHolderAppointmentTypes',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointment-types',
  tag: 'Appointment types',
  summary: 'List appointment types',
  description:
    'Global types first, then those of your organization. Includes archived types unless `status` excludes them.',
  role: 'platform_holder_user',
  scope: 'appointment-types:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'appointment_types' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    ...pageQuery,
    status: Type.Optional(described(AppointmentTypeStatus, 'Only types with this status.')),
  }),
  body: null,
  success: [200],
  data: pageOf(AppointmentType),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: typeExample.platformHolderId },
    query: { status: 'active' },
    data: { items: [typeExample], nextPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const rows = await listTypes(ctx.tx, query.status ?? null, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (type) => [type.id])
  ctx.touch(...items.map((type) => type.id))
  return { items: items.map(toTypeView), nextPageToken }
})
