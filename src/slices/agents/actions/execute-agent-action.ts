import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { strictObject } from '#/kernel/schema.ts'
import { actionExample, AgentAction } from './action-view.ts'
import { OperationId } from './capabilities.ts'
import { runAction } from './run-action.ts'

/**
 * What an agent with an API key asks for. It is an operation like any other, except that it is served in the protocol of
 * agents, at /mcp, and so is no part of the API's contract.
 */
export const executeAgentAction = operation({
  operationId: 'executeAgentAction',
  method: 'POST',
  path: '/mcp',
  tag: 'Voice control',
  summary: 'Do what an agent with an API key asks for',
  role: 'platform_holder_user',
  scope: null,
  isForAgents: true,
  auth: ['apiKey'],
  params: none,
  query: none,
  body: strictObject({ operationId: OperationId, argumentsJson: Type.String() }),
  success: [200],
  data: AgentAction,
  errors: [],
  example: {
    body: { operationId: actionExample.operationId, argumentsJson: '{}' },
    data: actionExample,
  },
}).handleInSteps((ctx, { body }) => runAction(ctx, { ...body, actionRequestId: randomUUID() }, { isRepeatable: false }))
