import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { Event, eventExample, toEvent } from './event-view.ts'
import { getEventRow } from './feed-store.ts'

export const getEvent = operation({
  operationId: 'getEvent',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/events/{eventId}',
  tag: 'Events',
  summary: 'Read one event',
  description: 'An event is kept for 30 days.',
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId, eventId: described(ResourceId, 'The event.') }),
  query: none,
  body: null,
  success: [200],
  data: Event,
  errors: [],
  example: {
    params: { platformHolderId: eventExample.platformHolderId, eventId: eventExample.id },
    data: eventExample,
  },
}).handle(async (ctx, { params }) => {
  const row = await getEventRow(ctx.tx, params.eventId)
  ctx.touch(row.id)
  return toEvent(row)
})
