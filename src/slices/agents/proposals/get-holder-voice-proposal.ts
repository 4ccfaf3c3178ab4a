import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { proposalExample, readProposal, AgentProposal } from './proposal-view.ts'

export const proposalParams = strictObject({
  platformHolderId: HolderPathId,
  proposalId: described(ResourceId, 'The proposal.'),
})
export const proposalParamsExample = {
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  proposalId: proposalExample.proposalId,
}

export const getHolderVoiceProposal = operation({
  operationId: 'getHolderVoiceProposal',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/voice/proposals/{proposalId}',
  tag: 'Voice control',
  summary: 'Read a proposal of the voice agent',
  description:
    'Confirming executes exactly what is shown here, regardless of what the agent said. Only the person who spoke with the agent can read it, for a day.',
  role: 'platform_holder_user',
  scope: null,
  auth: ['browserSession'],
  params: proposalParams,
  query: none,
  body: null,
  success: [200],
  data: AgentProposal,
  errors: [],
  example: { params: proposalParamsExample, data: proposalExample },
}).handle((ctx, { params }) => readProposal(ctx, params.proposalId))
