import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, HolderPathId, Identifier, strictObject } from '#/kernel/schema.ts'
import { defaultComponents } from './default-layouts.ts'
import { AppointmentLayout, Surface, toLayout } from './layout.ts'
import { listLayouts } from './store.ts'

export const layoutExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d20',
  surface: 'appointment_detail' as const,
  schemaVersion: 1,
  version: 1,
  appointmentTypeId: null,
  components: defaultComponents('appointment_detail'),
  updatedAt: '2026-11-20T09:00:00.000Z',
}

export const listHolderAppointmentLayouts = operation({
  operationId: 'listHolderAppointmentLayouts',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointment-layouts',
  tag: 'Appointment layouts',
  summary: 'List appointment layouts',
  description:
    'One layout per surface, and one more for each appointment type with its own. A layout may exist in several schema versions: with `schemaVersion` each is listed once, in the highest version up to that one.',
  role: 'platform_holder_user',
  scope: 'appointment-layouts:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'planning' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    ...pageQuery,
    surface: Type.Optional(described(Surface, 'Only layouts for this surface.')),
    appointmentTypeId: Type.Optional(described(Identifier, 'Only layouts for this type.')),
    schemaVersion: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,5}$',
        examples: ['1'],
        description: 'Highest schema version your app supports.',
      }),
    ),
  }),
  body: null,
  success: [200],
  data: pageOf(AppointmentLayout),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    query: { surface: 'appointment_detail', schemaVersion: '1' },
    data: { items: [layoutExample], nextPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const { schemaVersion, ...filter } = query
  const known = schemaVersion === undefined ? {} : { schemaVersion: Number(schemaVersion) }
  const rows = await listLayouts(ctx.tx, { ...filter, ...known }, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.id])
  ctx.touch(...items.map((row) => row.id))
  return { items: items.map(toLayout), nextPageToken }
})
