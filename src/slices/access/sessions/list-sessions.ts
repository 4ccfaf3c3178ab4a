import { none, operation } from '#/kernel/operation.ts'
import { pageOf } from '#/kernel/page.ts'
import { isAskedActive, Session, sessionExample, sessionQuery, toSession } from './session.ts'
import { listSessionRows } from './store.ts'

export const listSessions = operation({
  operationId: 'listSessions',
  method: 'GET',
  path: '/sessions',
  tag: 'Access',
  summary: 'List your own sessions',
  description:
    'Where you are signed in at this organization, newest first, and where you were in the last 30 days. Only from a browser session.',
  role: 'platform_holder_user',
  scope: null,
  auth: ['browserSession'],
  params: none,
  query: sessionQuery,
  body: null,
  success: [200],
  data: pageOf(Session),
  errors: ['PAGE_TOKEN_INVALID'],
  example: { query: { status: 'active' }, data: { items: [sessionExample], nextPageToken: null } },
}).handle(async (ctx, { query, page }) => {
  const { actorId: staffMemberId } = ctx.identity
  const { after, size } = page
  const rows = await listSessionRows(ctx.tx, { staffMemberId, isActive: isAskedActive(query), after, size })
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  return { items: items.map((row) => toSession(row, ctx.identity)), nextPageToken }
})
