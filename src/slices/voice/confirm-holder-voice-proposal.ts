import { Type } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { strictObject } from '#/kernel/schema.ts'
import { confirmProposal } from './confirm.ts'
import { proposalParams, proposalParamsExample } from './get-holder-voice-proposal.ts'
import { proposalExample, VoiceProposal } from './proposal-view.ts'

export const confirmHolderVoiceProposal = operation({
  operationId: 'confirmHolderVoiceProposal',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/voice/proposals/{proposalId}/confirm',
  tag: 'Voice control',
  summary: 'Confirm what the voice agent proposes',
  description:
    'For a control that a person uses, never a tool of the agent: a request with X-Voice-Tool is refused. Executes the stored values once; a repetition answers what became of it. 412 when the target has changed since.',
  role: 'platform_holder_user',
  scope: null,
  auth: ['browserSession'],
  isForPeopleOnly: true,
  params: proposalParams,
  query: none,
  body: strictObject({
    // Looked at by the handler, because their lack has codes of its own.
    confirmed: Type.Optional(
      Type.Boolean({ description: 'Must be true; missing or false is HUMAN_CONFIRMATION_REQUIRED.', examples: [true] }),
    ),
    paymentConsent: Type.Optional(
      Type.Boolean({ description: 'True, asked apart, exactly where the proposal has requiresPaymentConsent.' }),
    ),
  }),
  success: [200],
  data: VoiceProposal,
  errors: ['HUMAN_CONFIRMATION_REQUIRED', 'EXPLICIT_CONSENT_REQUIRED', 'PROPOSAL_EXPIRED', 'PRECONDITION_FAILED'],
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
}).handleInSteps((ctx, { params, body }) => {
  if (body.confirmed !== true) throw new AppError('HUMAN_CONFIRMATION_REQUIRED')
  return confirmProposal(ctx, params.proposalId, { paymentConsent: body.paymentConsent === true })
})
