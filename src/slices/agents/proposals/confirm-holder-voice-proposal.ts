import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { strictObject } from '#/kernel/schema.ts'
import { confirmProposal } from './confirm.ts'
import { proposalParams, proposalParamsExample } from './get-holder-voice-proposal.ts'
import { proposalExample, AgentProposal } from './proposal-view.ts'

export const confirmHolderVoiceProposal = operation({
  operationId: 'confirmHolderVoiceProposal',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/voice/proposals/{proposalId}/confirm',
  tag: 'Voice control',
  summary: 'Confirm a proposal of the voice agent',
  description:
    'For a button that a person presses, never a tool of the agent: requests with X-Voice-Tool are rejected. Executes the stored values once; repeating the call returns the outcome. 409 if the API key that asked for it no longer works, 412 if the target has changed since.',
  role: 'platform_holder_user',
  scope: null,
  auth: ['browserSession'],
  params: proposalParams,
  query: none,
  body: strictObject({
    confirmed: Type.Literal(true, { description: 'Missing or false gives HUMAN_CONFIRMATION_REQUIRED.' }),
    paymentConsent: Type.Optional(
      Type.Literal(true, {
        description:
          'Separate consent, only for a proposal with requiresPaymentConsent; missing there or false gives EXPLICIT_CONSENT_REQUIRED.',
      }),
    ),
  }),
  success: [200],
  data: AgentProposal,
  errors: [
    'HUMAN_CONFIRMATION_REQUIRED',
    'EXPLICIT_CONSENT_REQUIRED',
    'PROPOSAL_EXPIRED',
    'STATE_CONFLICT',
    'PRECONDITION_FAILED',
  ],
  example: {
    params: proposalParamsExample,
    body: { confirmed: true },
    data: {
      ...proposalExample,
      status: 'succeeded',
      result: { id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08', version: 2 },
      confirmedAt: '2026-12-03T13:31:00.000Z',
      executedAt: '2026-12-03T13:31:00.000Z',
    },
  },
}).handleInSteps((ctx, { params, body }) =>
  confirmProposal(ctx, params.proposalId, { paymentConsent: body.paymentConsent === true }),
)
