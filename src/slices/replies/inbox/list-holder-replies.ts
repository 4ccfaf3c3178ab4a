import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, HolderPathId, Instant, oneOf, strictObject } from '#/kernel/schema.ts'
import { readSpan } from '#/kernel/time/span.ts'
import { listReplies, subjectsOf } from './reply-store.ts'
import { HolderReply, replyExample, replyParamsExample, ReplyState, toHolderReply } from './reply-view.ts'

export const listHolderReplies = operation({
  operationId: 'listHolderReplies',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/replies',
  tag: 'Replies',
  summary: 'List text messages that a person has to read',
  description:
    'Replies to your messages that are no plain yes, STOP, START or HELP, and every no; newest first. Nothing has changed because of them. One that may be about appointments of several organizations is listed for each of them, and its text only for the one whose message it answers.',
  role: 'platform_holder_user',
  scope: 'replies:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    ...pageQuery,
    state: Type.Optional(described(ReplyState, 'Only those in this state.')),
    assignment: Type.Optional(
      oneOf(['mine', 'nobody'], { description: 'Only those that you took (`mine`), or that nobody did.' }),
    ),
    from: Type.Optional(described(Instant, 'Earliest receipt, inclusive.')),
    to: Type.Optional(described(Instant, 'Latest receipt, exclusive; at most 366 days after `from`.')),
  }),
  body: null,
  success: [200],
  data: pageOf(HolderReply),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: replyParamsExample.platformHolderId },
    query: { state: 'open' },
    data: { items: [replyExample], nextPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const { from = null, to = null } = readSpan(query)
  const you = ctx.identity.actorId
  const assignedTo = query.assignment === 'mine' ? you : (query.assignment ?? null)
  const filter = { state: query.state ?? null, assignedTo, from, to }
  const rows = await listReplies(ctx.tx, filter, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.receivedAt.toString(), row.id])
  ctx.touch(...items.flatMap(subjectsOf))
  return { items: items.map((row) => toHolderReply(row, you)), nextPageToken }
})
