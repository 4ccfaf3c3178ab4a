import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { described, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { Capabilities, describeAction, listActions, OperationId } from './capabilities.ts'

export const getHolderVoiceCapabilities = operation({
  operationId: 'getHolderVoiceCapabilities',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/voice/capabilities',
  tag: 'Voice control',
  summary: 'List the actions of the voice agent',
  description:
    'All actions with scope and mode or, with `operationId`, one action with the JSON Schemas of its arguments and result.',
  role: 'platform_holder_user',
  scope: null,
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    operationId: Type.Optional(described(OperationId, 'Returns only this action, with its schemas.')),
  }),
  body: null,
  success: [200],
  data: Capabilities,
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    query: { operationId: 'getHolderInterfaceLocale' },
    data: {
      operationId: 'getHolderInterfaceLocale',
      mode: 'read',
      scope: 'profile:read',
      inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      outputSchema: { type: 'object' },
    },
  },
}).handle(async ({ services }, { query }) =>
  query.operationId === undefined ? listActions(services) : describeAction(services, query.operationId),
)
