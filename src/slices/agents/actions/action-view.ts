import { Type, type Static } from 'typebox'
import type { AppError } from '#/kernel/errors.ts'
import { described, Identifier, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { ActionMode, OperationId } from './capabilities.ts'

/** New for every action the agent asks for; kept by the client, so that asking again gives the same answer. */
export const ActionRequestId = Type.String({
  title: 'VoiceActionRequestId',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'New for every action. The same id returns the same response again.',
  examples: ['7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e32'],
})

const ActionError = strictObject(
  {
    code: Type.String({ maxLength: 64, description: 'The code of the error.', examples: ['VALIDATION_FAILED'] }),
    message: Type.String({
      maxLength: 500,
      description: 'What is wrong, in English.',
      examples: ['The request is invalid.'],
    }),
    retryable: Type.Boolean({ description: 'Whether retrying later may help.' }),
    details: Type.Array(
      strictObject({
        path: Type.String({ maxLength: 200, description: 'The value it is about.', examples: ['startsAt'] }),
        code: Type.String({ maxLength: 40, description: 'Kind of error.', examples: ['invalid_format'] }),
        message: Type.String({
          maxLength: 300,
          description: 'What is wrong with it, in English.',
          examples: ['Must be after startsAt.'],
        }),
      }),
      { description: 'Each value that is wrong.' },
    ),
  },
  { title: 'VoiceActionError' },
)

export const AgentAction = strictObject(
  {
    actionRequestId: ActionRequestId,
    operationId: OperationId,
    mode: ActionMode,
    status: oneOf(['succeeded', 'proposal_created', 'failed', 'stalled', 'timed_out'], {
      description: '`stalled` and `timed_out`: interrupted; `mayHaveApplied` says whether it may have taken effect.',
    }),
    result: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Result of a read, which fits the outputSchema of the capabilities; null otherwise.',
    }),
    proposal: nullable(
      strictObject(
        {
          proposalId: described(Identifier, 'Id of the proposal.'),
          expiresAt: described(Instant, 'When it expires.'),
        },
        { description: 'The stored proposal, or null.' },
      ),
    ),
    error: described(nullable(ActionError), 'Why it failed, or null.'),
    mayHaveApplied: Type.Boolean({
      description: 'If true, it may have taken effect: check the actual state first.',
    }),
  },
  { title: 'VoiceAction' },
)
export type AgentAction = Static<typeof AgentAction>

/** A refusal of the inner operation, as the agent gets it. */
export function toActionError({ code, message, isRetryable, details }: AppError): Static<typeof ActionError> {
  return {
    code,
    message,
    retryable: isRetryable,
    details: details.slice(0, 50).map((fault) => ({ path: fault.path, code: fault.code, message: fault.message })),
  }
}

export const actionExample: AgentAction = {
  actionRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e32',
  operationId: 'cancelHolderAppointment',
  mode: 'proposal',
  status: 'proposal_created',
  result: null,
  proposal: { proposalId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d32', expiresAt: '2026-12-03T13:40:00.000Z' },
  error: null,
  mayHaveApplied: false,
}
