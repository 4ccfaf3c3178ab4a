import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { proposalExample, readProposal, VoiceProposal } from './proposal-view.ts'

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
  summary: 'Read what the voice agent proposes',
  description:
    'What a person confirms is what stands here, whatever the agent says it is. It is there for whoever spoke with the agent, for a day.',
  role: 'platform_holder_user',
  scope: null,
  auth: ['browserSession'],
  params: proposalParams,
  query: none,
  body: null,
  success: [200],
  data: VoiceProposal,
  errors: [],
  example: { params: proposalParamsExample, data: proposalExample },
}).handle((ctx, { params }) => readProposal(ctx, params.proposalId))
