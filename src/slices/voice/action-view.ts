import { Type, type Static } from 'typebox'
import type { AppError } from '#/kernel/errors.ts'
import { Identifier, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { actionModes, OperationId } from './capabilities.ts'

/** New for every action the agent asks for; kept by the client, so that asking again gives the same answer. */
export const ActionRequestId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'New for every action. The same id gives the same answer again.',
  examples: ['7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e32'],
})

const ActionError = strictObject(
  {
    code: Type.String({ maxLength: 64 }),
    message: Type.String({ maxLength: 500 }),
    retryable: Type.Boolean(),
    details: Type.Array(
      strictObject({
        path: Type.String({ maxLength: 200 }),
        code: Type.String({ maxLength: 40 }),
        message: Type.String({ maxLength: 300 }),
      }),
    ),
  },
  { title: 'VoiceActionError' },
)

export const VoiceAction = strictObject(
  {
    actionRequestId: ActionRequestId,
    operationId: OperationId,
    mode: oneOf(actionModes),
    status: oneOf(['succeeded', 'proposal_created', 'failed', 'stalled', 'timed_out']),
    result: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Fits the outputSchema of the capabilities.',
    }),
    proposal: nullable(strictObject({ proposalId: Identifier, expiresAt: Instant })),
    error: nullable(ActionError),
    mayHaveApplied: Type.Boolean({ description: 'When true, look at the real state first.' }),
  },
  { title: 'VoiceAction' },
)
export type VoiceAction = Static<typeof VoiceAction>

/** A refusal of the inner operation, as the agent hears it. */
export function toActionError({ code, message, isRetryable, details }: AppError): Static<typeof ActionError> {
  return {
    code,
    message,
    retryable: isRetryable,
    details: details.slice(0, 50).map((fault) => ({ path: fault.path, code: fault.code, message: fault.message })),
  }
}

export const actionExample: VoiceAction = {
  actionRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e32',
  operationId: 'cancelHolderAppointment',
  mode: 'proposal',
  status: 'proposal_created',
  result: null,
  proposal: { proposalId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d32', expiresAt: '2026-12-03T13:40:00.000Z' },
  error: null,
  mayHaveApplied: false,
}
