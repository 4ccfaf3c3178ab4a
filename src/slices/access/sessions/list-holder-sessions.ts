import { operation } from '#/kernel/operation.ts'
import { pageOf } from '#/kernel/page.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { isAskedActive, Session, sessionExample, sessionQuery, toSession } from './session.ts'
import { listSessionRows } from './store.ts'

export const listHolderSessions = operation({
  operationId: 'listHolderSessions',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/sessions',
  tag: 'Access',
  summary: 'List the sessions of all staff',
  description:
    'For owners: who is signed in at your organization and from where, newest first, and who was in the last 30 days. Only from a browser session.',
  role: 'platform_holder_user',
  scope: 'sessions:read',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: sessionQuery,
  body: null,
  success: [200],
  data: pageOf(Session),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    query: { status: 'active' },
    data: { items: [sessionExample], nextPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const { after, size } = page
  const rows = await listSessionRows(ctx.tx, { staffMemberId: null, isActive: isAskedActive(query), after, size })
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  return { items: items.map((row) => toSession(row, ctx.identity)), nextPageToken }
})
