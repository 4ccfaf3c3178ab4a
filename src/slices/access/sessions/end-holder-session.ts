import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { endedExample, Session, sessionExample, toSession } from './session.ts'
import { endSessionRow } from './store.ts'

export const endHolderSession = operation({
  operationId: 'endHolderSession',
  method: 'DELETE',
  path: '/platform-holders/{platformHolderId}/sessions/{sessionId}',
  tag: 'Access',
  summary: 'End a session of anybody of staff',
  description:
    'For owners. Takes effect on its next request, also of a page that is open there; the person can sign in again unless you deactivate them. Repeating the call gives the same response.',
  role: 'platform_holder_user',
  scope: 'sessions:write',
  auth: ['browserSession'],
  params: strictObject({
    platformHolderId: HolderPathId,
    sessionId: described(ResourceId, 'The session to end.'),
  }),
  query: none,
  body: null,
  success: [200],
  data: Session,
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', sessionId: sessionExample.id },
    data: endedExample,
  },
}).handle(async (ctx, { params }) => {
  const row = await endSessionRow(ctx.tx, params.sessionId, null)
  if (!row) throw new AppError('NOT_FOUND')
  ctx.touch(row.id, row.staffMemberId)
  return toSession(row, ctx.identity)
})
