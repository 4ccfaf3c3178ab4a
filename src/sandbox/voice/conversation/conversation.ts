import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'

import type { Json } from '#/sandbox/voice/elevenlabs-workspace.ts'
import type { FaultMode } from '#/sandbox/faults.ts'
import type { TwinWorld } from '#/sandbox/twin-world.ts'
import { conversationSettings, type ConversationSettings } from '#/sandbox/voice/agent-config.ts'
import { loudness, speechEnds, tone } from '#/sandbox/voice/audio.ts'
import { isInitiation, readClientFrame, type ClientFrame } from '#/sandbox/voice/frames.ts'
import { openLine, type Line } from './line.ts'
import { twinAgent } from './rules.ts'
import type { CallTool, ToolOutcome } from '#/sandbox/voice/tools.ts'
import { words } from './words.ts'

export type TwinConversation = {
  readonly conversationId: string
  /** The agent as it is defined in the version the conversation is held with. */
  readonly agent: Json
  /** Time limit of a tool. */
  readonly toolTimeoutMs: (name: string) => number
}

/** Frames that come in one packet with the first one are lost to the vendor's client. */
const afterMetadataMs = 50
const initiationWithinMs = 5_000
const pingEveryMs = 10_000
/** A client that leaves this many pings without an answer is gone. */
const pingsUnanswered = 3

/** Holds a conversation in the vendor's protocol until either side ends it. */
export function holdConversation(socket: WebSocket, conversation: TwinConversation, world: TwinWorld): void {
  const fault = world.faults.take('elevenlabs', 'conversation', 'call')
  // The connection is accepted, and nothing ever answers.
  if (fault === 'blackhole') return
  const line = openLine(socket)
  if (fault === 'refuse') return line.fail(1008, 'unknown', 'This request exceeds your quota.')
  const patience = line.after(initiationWithinMs, () =>
    line.fail(1008, 'missing_fields', 'No conversation was initiated.'),
  )
  let held: { readonly receive: (frame: ClientFrame) => void } | null = null
  socket.on('message', (data, isBinary) => {
    const frame = isBinary ? null : readClientFrame(String(data))
    if (frame === null || isInitiation(frame) === (held !== null))
      return line.fail(1008, 'invalid_message', 'Invalid message received.')
    if (held) return held.receive(frame)
    if (!isInitiation(frame)) return
    clearTimeout(patience)
    const settings = conversationSettings(conversation.agent, frame)
    if (typeof settings === 'string') return line.fail(1008, 'override_error', settings)
    held = hold(line, conversation, settings, world, fault)
  })
}

function hold(
  line: Line,
  conversation: TwinConversation,
  settings: ConversationSettings,
  world: TwinWorld,
  fault: FaultMode | null,
) {
  const toolCalls = new Map<string, (outcome: ToolOutcome) => void>()
  let eventId = 0
  /** The agent's current or next turn; a newer one aborts it. */
  let turn: AbortController | null = null
  let running = new AbortController()

  const callTool: CallTool = async (name, parameters) => {
    const { signal } = running
    if (signal.aborted) return null
    const { promise, resolve } = Promise.withResolvers<ToolOutcome>()
    const id = `tool_call_${randomUUID()}`
    const patience = line.after(conversation.toolTimeoutMs(name), () => resolve(null))
    const leave = () => resolve(null)
    signal.addEventListener('abort', leave)
    toolCalls.set(id, resolve)
    const call = { tool_name: name, tool_call_id: id, parameters: { ...parameters }, event_id: eventId }
    line.send({ type: 'client_tool_call', client_tool_call: call })
    return promise.finally(() => {
      clearTimeout(patience)
      signal.removeEventListener('abort', leave)
      toolCalls.delete(id)
    })
  }
  const now = async () => world.options.clock.now()
  const agent = twinAgent({ call: callTool, now, timeZone: settings.timeZone, language: settings.language })

  function say(text: string): void {
    const part = (type: 'start' | 'delta' | 'stop', delta: string) =>
      line.send({ type: 'agent_chat_response_part', text_response_part: { text: delta, type, event_id: eventId } })
    if (settings.isTextOnly) {
      part('start', '')
      part('delta', text)
      part('stop', '')
    } else line.send({ type: 'audio', audio_event: { audio_base_64: tone, event_id: eventId } })
    line.send({ type: 'agent_response', agent_response_event: { agent_response: text, event_id: eventId } })
  }

  async function take(text: string, mine: AbortController): Promise<void> {
    if (mine.signal.aborted) return
    running = mine
    eventId += 1
    if (fault === 'error') return line.fail(1011, 'unknown', 'Internal server error')
    if (fault === 'timeout') return
    if (fault === 'slow') await world.courier.wait(world.timings.slowMs)
    const said = await agent.hear(text)
    if (mine.signal.aborted) return
    turn = null
    say(said.text)
    if (said.isGoodbye) line.end('The agent ended the conversation.')
  }

  async function greet(): Promise<void> {
    await line.pause(afterMetadataMs)
    startPings(line)
    if (settings.firstMessage !== '') say(settings.firstMessage)
  }
  let turns = greet()
  /** Turns run one after the other; what is said during one ends it. */
  function hear(text: string): void {
    if (turn !== null) {
      turn.abort()
      line.send({ type: 'interruption', interruption_event: { event_id: eventId } })
    }
    const mine = new AbortController()
    turn = mine
    turns = turns
      .then(() => take(text, mine))
      .catch((error: unknown) => {
        world.options.log.warn({ error: String(error) }, 'the twin agent failed')
        line.fail(1011, 'unknown', 'Internal server error')
      })
  }

  line.onEnd(() => turn?.abort())
  line.after(settings.maxSeconds * 1_000, () =>
    line.fail(1000, 'max_duration_exceeded', 'The conversation took too long.'),
  )
  line.send({
    type: 'conversation_initiation_metadata',
    conversation_initiation_metadata_event: {
      conversation_id: conversation.conversationId,
      agent_output_audio_format: 'pcm_16000',
      user_input_audio_format: 'pcm_16000',
    },
  })

  const hasSpoken = speechEnds()
  function listen(chunk: string): void {
    const level = loudness(chunk)
    if (level === null || settings.isTextOnly) return
    line.send({ type: 'vad_score', vad_score_event: { vad_score: level } })
    if (!hasSpoken(level)) return
    eventId += 1
    say(words[settings.language].speechIsNotUnderstood)
  }

  return {
    receive(frame: ClientFrame): void {
      if ('user_audio_chunk' in frame) return listen(frame.user_audio_chunk)
      if (frame.type === 'user_message' && frame.text) return hear(frame.text)
      if (frame.type === 'pong') return line.onPong()
      if (frame.type === 'client_tool_result')
        toolCalls.get(frame.tool_call_id)?.({ isError: frame.is_error, result: frame.result })
    },
  }
}

function startPings(line: Line): void {
  const ping = () => {
    if (!line.ping(pingsUnanswered)) return line.fail(1002, 'websocket_disconnect', 'No answer to pings.')
    line.after(pingEveryMs, ping)
  }
  ping()
}
