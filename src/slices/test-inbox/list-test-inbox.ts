import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { strictObject } from '#/kernel/schema.ts'
import { holderExample, holderParams, TestMessage, testMessageExample, toTestMessage } from './inbox-message.ts'
import { listInbox } from './store.ts'

export const listTestInbox = operation({
  operationId: 'listTestInbox',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/test-inbox',
  tag: 'Test organizations',
  summary: 'List what a test organization sent',
  description:
    'Everything that a provider would have got, whoever the addressee, and the answers that were tried, the newest first; kept for 30 days. An organization that is not for tests has an empty inbox.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: holderParams,
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(TestMessage),
  errors: ['PAGE_TOKEN_INVALID'],
  example: { params: holderExample, data: { items: [testMessageExample], nextPageToken: null } },
}).handle(async (ctx, { page }) => {
  const { items, nextPageToken } = page.finish(await listInbox(ctx.tx, page.after, page.size + 1), ({ id }) => [id])
  ctx.touch(...new Set(items.flatMap(({ holderRecipientId }) => holderRecipientId ?? [])))
  return { items: items.map(toTestMessage), nextPageToken }
})
