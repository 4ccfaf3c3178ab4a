import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, ResourceId, strictObject } from '#/kernel/schema.ts'
import { endedExample, Session, sessionExample, toSession } from './session.ts'
import { endSessionRow } from './store.ts'

export const endSession = operation({
  operationId: 'endSession',
  method: 'DELETE',
  path: '/sessions/{sessionId}',
  tag: 'Access',
  summary: 'End one of your own sessions',
  description:
    'Takes effect on its next request, also of a page that is open there. Repeating the call gives the same response. Only from a browser session, which may be the one it ends.',
  role: 'platform_holder_user',
  scope: null,
  auth: ['browserSession'],
  params: strictObject({ sessionId: described(ResourceId, 'The session to end.') }),
  query: none,
  body: null,
  success: [200],
  data: Session,
  errors: [],
  example: { params: { sessionId: sessionExample.id }, data: endedExample },
}).handle(async (ctx, { params }) => {
  const row = await endSessionRow(ctx.tx, params.sessionId, ctx.identity.actorId)
  if (!row) throw new AppError('NOT_FOUND')
  ctx.touch(row.id)
  return toSession(row, ctx.identity)
})
