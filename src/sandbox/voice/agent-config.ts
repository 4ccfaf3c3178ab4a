import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'

import { isTimeZone } from '#/kernel/time/time-zone.ts'
import type { Json } from './elevenlabs-workspace.ts'
import type { Initiation } from './frames.ts'
import type { Language } from '#/sandbox/voice/conversation/language.ts'

/** The part of an agent's definition that a conversation uses. */
const AgentBody = Type.Object({
  conversation_config: Type.Object({
    agent: Type.Object({
      first_message: Type.Optional(Type.String()),
      language: Type.Optional(Type.String()),
      dynamic_variables: Type.Optional(
        Type.Object({ dynamic_variable_placeholders: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
      ),
    }),
    conversation: Type.Optional(Type.Object({ max_duration_seconds: Type.Optional(Type.Integer()) })),
  }),
  platform_settings: Type.Optional(
    Type.Object({
      overrides: Type.Optional(
        Type.Object({ conversation_config_override: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
      ),
    }),
  ),
})

export type ConversationSettings = {
  readonly language: Language
  readonly timeZone: string
  readonly isTextOnly: boolean
  readonly firstMessage: string
  readonly maxSeconds: number
}

/** The vendor's default. */
const defaultMaxSeconds = 600

/** The settings of a conversation, from agent and client; the refusal when the client overrides what it may not. */
export function conversationSettings(agent: Json, initiation: Initiation): ConversationSettings | string {
  const body: Static<typeof AgentBody> = fits(AgentBody, agent) ? agent : { conversation_config: { agent: {} } }
  const override = initiation.conversation_config_override
  const allowed = body.platform_settings?.overrides?.conversation_config_override
  const refused = leaves(override).find((path) => at(allowed, path) !== true)
  if (refused) return `Override for field '${refused.at(-1)}' is not allowed by config.`
  const { agent: config, conversation } = body.conversation_config
  const variables = {
    ...config.dynamic_variables?.dynamic_variable_placeholders,
    ...initiation.dynamic_variables,
  }
  const zone = String(variables['time_zone'])
  return {
    language: (override?.agent?.language ?? config.language) === 'nl' ? 'nl' : 'en',
    timeZone: isTimeZone(zone) ? zone : 'Europe/Amsterdam',
    isTextOnly: override?.conversation?.text_only ?? false,
    firstMessage: config.first_message ?? '',
    maxSeconds: conversation?.max_duration_seconds ?? defaultMaxSeconds,
  }
}

function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[...path]]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key], value)
}
