import { Type, type Static, type TSchema } from 'typebox'
import type { Action } from '#/surfaces/agents/action.ts'
import type { Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { described, nullable, oneOf, strictObject } from '#/kernel/schema.ts'

const actionModes = ['read', 'proposal'] as const
const actionCategories = ['profiles', 'onboarding', 'planning', 'appointment_types', 'integrations'] as const
export const ActionMode = oneOf(actionModes, {
  title: 'VoiceActionMode',
  description: '`read` runs at once; `proposal` changes nothing until a person confirms it.',
})
export const ActionCategory = oneOf(actionCategories, {
  title: 'VoiceActionCategory',
  description: 'Part of the product it belongs to.',
})
export const OperationId = Type.String({
  title: 'OperationId',
  pattern: '^[a-z][A-Za-z0-9]{2,79}$',
  description: 'The operation, by its operationId in this document.',
  examples: ['listHolderAppointments'],
})
const Scope = nullable(
  Type.String({
    maxLength: 80,
    description: 'The scope it needs, or null.',
    examples: ['appointments:read'],
  }),
)

const Catalogue = strictObject(
  {
    agentVersion: nullable(
      Type.String({
        maxLength: 200,
        description: 'Version of the agent; null when none is configured.',
        examples: ['agtvrsn_2401k3f0'],
      }),
    ),
    agentRegion: oneOf(['eu'], { description: 'Where conversations are processed: always the European Union.' }),
    actions: Type.Array(
      strictObject({
        operationId: OperationId,
        title: Type.String({ maxLength: 200, description: 'What it does.', examples: ['List appointments'] }),
        category: ActionCategory,
        scope: Scope,
        mode: ActionMode,
        requiresPaymentConsent: Type.Boolean({ description: 'Whether confirming it also takes consent to payment.' }),
      }),
      { description: 'The actions of the agent.' },
    ),
  },
  { title: 'VoiceCapabilities' },
)

// Any JSON object can be a schema, so this one says no more.
const JsonSchema = Type.Unsafe<TSchema>({
  type: 'object',
  additionalProperties: true,
  description: 'JSON Schema 2020-12.',
})

const Description = strictObject(
  {
    operationId: OperationId,
    mode: ActionMode,
    scope: Scope,
    inputSchema: described(JsonSchema, 'JSON Schema 2020-12 of its arguments.'),
    outputSchema: described(JsonSchema, 'JSON Schema 2020-12 of its result.'),
  },
  { title: 'VoiceActionDescription' },
)

/** The list, or with an operationId one action. */
export const Capabilities = Type.Unsafe<Static<typeof Catalogue> | Static<typeof Description>>({
  title: 'VoiceCapabilitiesOrAction',
  type: 'object',
  description: 'All actions or, with `operationId`, one.',
  oneOf: [Catalogue, Description],
})

/** What an agent may ask for, compactly. */
export function listActions({
  actions,
  voiceAgent,
}: Pick<Services, 'actions' | 'voiceAgent'>): Static<typeof Catalogue> {
  return { agentVersion: voiceAgent.agentVersion, agentRegion: 'eu', actions: [...actions.values()].map(toEntry) }
}

/**
 * One action with its exact schemas.
 *
 * @throws AppError NOT_FOUND
 */
export function describeAction(
  { actions }: Pick<Services, 'actions'>,
  operationId: string,
): Static<typeof Description> {
  const action = actions.get(operationId)
  if (!action) throw new AppError('NOT_FOUND')
  const { mode, scope, inputSchema, outputSchema } = action
  return { operationId, mode, scope, inputSchema, outputSchema }
}

function toEntry({ operationId, title, category, scope, mode, requiresPaymentConsent }: Action) {
  return { operationId, title, category, scope, mode, requiresPaymentConsent }
}
