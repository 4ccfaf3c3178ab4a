import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, Identifier, strictObject } from '#/kernel/schema.ts'
import { fromEventId, toMessage } from '#/slices/events/message.ts'
import { eventExample, EventMessage } from './event-view.ts'
import { findEvent } from './read-store.ts'

export const getEvent = operation({
  operationId: 'getEvent',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/events/{eventId}',
  tag: 'Events',
  summary: 'Read one event',
  description: 'By the id under which it was told, for 30 days. Whoever only wants what is new reads listEvents.',
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({
    platformHolderId: HolderPathId,
    eventId: described(Identifier, 'Id of the event.', eventExample.id),
  }),
  query: none,
  body: null,
  success: [200],
  data: EventMessage,
  errors: [],
  example: {
    params: { platformHolderId: eventExample.platformHolderId, eventId: eventExample.id },
    data: eventExample,
  },
}).handle(async (ctx, { params }) => {
  const id = fromEventId(params.eventId)
  const event = id && (await findEvent(ctx.tx, id))
  if (!event) throw new AppError('NOT_FOUND')
  return toMessage(event)
})
