import { Type, type Static, type TSchema } from 'typebox'
import type { Action } from '#/kernel/action.ts'
import type { Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { nullable, oneOf, strictObject } from '#/kernel/schema.ts'

export const actionModes = ['read', 'proposal'] as const
export const actionCategories = ['profiles', 'onboarding', 'planning', 'appointment_types', 'integrations'] as const
export const OperationId = Type.String({ pattern: '^[a-z][A-Za-z0-9]{2,79}$', examples: ['listHolderAppointments'] })
const Scope = nullable(Type.String({ maxLength: 80 }))

const Catalogue = strictObject(
  {
    agentVersion: nullable(Type.String({ maxLength: 200, description: 'Null: no voice agent is configured.' })),
    agentRegion: oneOf(['eu']),
    actions: Type.Array(
      strictObject({
        operationId: OperationId,
        title: Type.String({ maxLength: 200 }),
        category: oneOf(actionCategories),
        scope: Scope,
        mode: oneOf(actionModes, { description: 'A proposal changes nothing until a person confirms it.' }),
        requiresPaymentConsent: Type.Boolean(),
      }),
    ),
  },
  { title: 'VoiceCapabilities' },
)

// A schema is any JSON object, so that this one says no more of it.
const JsonSchema = Type.Unsafe<TSchema>({
  type: 'object',
  additionalProperties: true,
  description: 'JSON Schema 2020-12',
})

const Description = strictObject(
  {
    operationId: OperationId,
    mode: oneOf(actionModes),
    scope: Scope,
    inputSchema: JsonSchema,
    outputSchema: JsonSchema,
  },
  { title: 'VoiceActionDescription' },
)

/** The list, or with an operationId one action. */
export const Capabilities = Type.Unsafe<Static<typeof Catalogue> | Static<typeof Description>>({
  type: 'object',
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
