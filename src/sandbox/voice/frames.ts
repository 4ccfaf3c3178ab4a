import type { ConversationMetadata, Incoming, Interruption, Ping } from '@elevenlabs/types'
import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'

/** What the agent's side sends, in the vendor's own types. */
export type ServerFrame =
  | ConversationMetadata
  | Ping
  | Incoming.AgentChatResponsePartClientEvent
  | Incoming.AgentResponseClientEvent
  | Incoming.AudioClientEvent
  | Incoming.ClientToolCallClientEvent
  | Interruption
  | Incoming.VadScoreClientEvent
  | Incoming.ErrorClientEvent

const frameOf = <const Name extends string>(name: Name, fields: Parameters<typeof Type.Object>[0] = {}) =>
  Type.Object({ type: Type.Literal(name), ...fields })

const Initiation = Type.Object({
  type: Type.Literal('conversation_initiation_client_data'),
  conversation_config_override: Type.Optional(
    Type.Object({
      agent: Type.Optional(Type.Object({ language: Type.Optional(Type.String()) })),
      conversation: Type.Optional(Type.Object({ text_only: Type.Optional(Type.Boolean()) })),
    }),
  ),
  dynamic_variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
export type Initiation = Static<typeof Initiation>

const ClientFrame = Type.Union([
  Initiation,
  Type.Object({ user_audio_chunk: Type.String() }),
  Type.Object({ type: Type.Literal('pong'), event_id: Type.Integer() }),
  Type.Object({ type: Type.Literal('user_message'), text: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
  Type.Object({
    type: Type.Literal('client_tool_result'),
    tool_call_id: Type.String(),
    result: Type.String(),
    is_error: Type.Boolean(),
  }),
  frameOf('user_activity'),
  frameOf('contextual_update', { text: Type.String() }),
  frameOf('feedback', { event_id: Type.Integer(), score: Type.Union([Type.String(), Type.Null()]) }),
  frameOf('mcp_tool_approval_result', { tool_call_id: Type.String(), is_approved: Type.Boolean() }),
  frameOf('multimodal_message'),
])
export type ClientFrame = Static<typeof ClientFrame>

export function isInitiation(frame: ClientFrame): frame is Initiation {
  return 'type' in frame && frame.type === 'conversation_initiation_client_data'
}

/** Parses a frame of the client; null when it is not of the vendor's protocol. */
export function readClientFrame(text: string): ClientFrame | null {
  try {
    const frame: unknown = JSON.parse(text)
    return fits(ClientFrame, frame) ? frame : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
