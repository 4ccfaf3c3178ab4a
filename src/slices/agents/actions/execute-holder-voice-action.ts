import { Type } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, described, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { actionExample, ActionRequestId, AgentAction } from './action-view.ts'
import { OperationId } from './capabilities.ts'
import { runAction } from './run-action.ts'
import { findSession } from '#/slices/agents/sessions/session-store.ts'
import { sessionExample, sessionStatus } from '#/slices/agents/sessions/session-view.ts'

export const executeHolderVoiceAction = operation({
  operationId: 'executeHolderVoiceAction',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/voice/actions',
  tag: 'Voice control',
  summary: 'Run an action for the voice agent',
  description:
    'A read runs at once. A change becomes a proposal, which changes nothing until a person confirms it. Scope and role are checked as in a direct call; a refusal is returned in `error`.',
  role: 'platform_holder_user',
  scope: null,
  isForAgents: true,
  auth: ['browserSession'],
  keepsNoAnswer: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    clientRequestId: described(ClientRequestId, 'The clientRequestId of the conversation.'),
    actionRequestId: ActionRequestId,
    operationId: OperationId,
    argumentsJson: Type.String({
      minLength: 2,
      maxLength: 16_384,
      description: 'A JSON object that fits the inputSchema, as text. Duplicate keys are rejected.',
      examples: ['{"from":"2026-12-03T00:00:00+01:00"}'],
    }),
  }),
  success: [200],
  data: AgentAction,
  errors: ['STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    body: {
      clientRequestId: sessionExample.clientRequestId,
      actionRequestId: actionExample.actionRequestId,
      operationId: 'cancelHolderAppointment',
      argumentsJson: '{"appointmentId":"0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08","reasonCode":"recipient"}',
    },
    data: actionExample,
  },
}).handleInSteps((ctx, { body }) => {
  const { clientRequestId, ...request } = body
  return runAction(ctx, request, { admit: (inner) => requireSession(inner, clientRequestId) })
})

/** @throws AppError NOT_FOUND, or STATE_CONFLICT for a session that is over or not ready */
async function requireSession(
  { tx, platformHolderId, identity, now }: HolderCtx,
  clientRequestId: string,
): Promise<void> {
  const session = await findSession(tx, { platformHolderId, actorId: identity.actorId, clientRequestId })
  if (session?.credentialId !== identity.credentialId) throw new AppError('NOT_FOUND')
  if (sessionStatus(session, now) !== 'ready')
    throw new AppError('STATE_CONFLICT', { message: 'The conversation is not open. Open a new one.' })
}
