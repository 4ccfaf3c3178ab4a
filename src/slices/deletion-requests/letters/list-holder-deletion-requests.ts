import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { HolderDeletionRequest, letterExample, toHolderDeletionRequest } from './letter.ts'
import { getEntryOf, listLetters } from './store.ts'

export const listHolderDeletionRequests = operation({
  operationId: 'listHolderDeletionRequests',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/deletion-requests',
  tag: 'Deletion requests',
  summary: 'List deletions that a person asked for by letter',
  description:
    'Those that staff of your organization entered for the person of this appointment, newest first. What the person asked for in the app is not shown: it is between them and the platform.',
  role: 'platform_holder_user',
  scope: 'deletion-requests:read',
  auth: ['browserSession'],
  params: strictObject({
    platformHolderId: HolderPathId,
    appointmentId: described(ResourceId, 'An appointment of the person.'),
  }),
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(HolderDeletionRequest),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: {
      platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d01',
      appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d02',
    },
    data: { items: [letterExample], nextPageToken: null },
  },
}).handle(async (ctx, { params, page }) => {
  const entry = await getEntryOf(ctx.tx, params.appointmentId)
  const rows = await listLetters(ctx.tx, entry, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  ctx.touch(params.appointmentId, entry, ...items.map((row) => row.id))
  return { items: items.map(toHolderDeletionRequest), nextPageToken }
})
