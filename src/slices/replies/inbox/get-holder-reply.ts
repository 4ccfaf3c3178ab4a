import { none, operation } from '#/kernel/operation.ts'
import { getReply, subjectsOf } from './reply-store.ts'
import { HolderReply, replyExample, replyParams, replyParamsExample, toHolderReply } from './reply-view.ts'

export const getHolderReply = operation({
  operationId: 'getHolderReply',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/replies/{replyId}',
  tag: 'Replies',
  summary: 'Read one reply',
  description:
    'With the appointments it can be about, earlier messages from the number, and what was answered. A number says who wrote, not for whom: look at all people on it.',
  role: 'platform_holder_user',
  scope: 'replies:read',
  auth: ['apiKey', 'browserSession'],
  params: replyParams,
  query: none,
  body: null,
  success: [200],
  data: HolderReply,
  errors: [],
  example: { params: replyParamsExample, data: replyExample },
}).handle(async (ctx, { params }) => {
  const row = await getReply(ctx.tx, params.replyId)
  ctx.touch(...subjectsOf(row))
  return toHolderReply(row, ctx.identity.actorId)
})
