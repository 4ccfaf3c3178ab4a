import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { findSession } from './session-store.ts'
import { sessionExample, toSession, VoiceSession } from './session-view.ts'

export const getHolderVoiceSession = operation({
  operationId: 'getHolderVoiceSession',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/voice/sessions/{clientRequestId}',
  tag: 'Voice control',
  summary: 'Read the status of a conversation',
  description:
    'Only the browser session that opened it sees the signed URL. The conversation itself is not stored here.',
  role: 'platform_holder_user',
  scope: null,
  auth: ['browserSession'],
  params: strictObject({
    platformHolderId: HolderPathId,
    clientRequestId: described(ResourceId, 'The clientRequestId the session was opened with.'),
  }),
  query: none,
  body: null,
  success: [200],
  data: VoiceSession,
  errors: [],
  example: {
    params: {
      platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
      clientRequestId: sessionExample.clientRequestId,
    },
    data: sessionExample,
  },
}).handle(async (ctx, { params }) => {
  const { platformHolderId, identity, now, services } = ctx
  const { clientRequestId } = params
  const row = await findSession(ctx.tx, { platformHolderId, actorId: identity.actorId, clientRequestId })
  if (!row) throw new AppError('NOT_FOUND')
  return toSession(row, { credentialId: identity.credentialId, now, secrets: services.secretsAtRest })
})
