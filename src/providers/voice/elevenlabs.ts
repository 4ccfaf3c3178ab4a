import { Type } from 'typebox'
import type { OpenedConversation, VoiceAgent } from '#/ports/voice-agent.ts'
import { agentRequirements, clientTools, hasWorkflow } from './agent-definition.ts'
import { differences } from './differences.ts'
import {
  Agent,
  elevenLabsApi,
  Tool,
  type ApiAnswer,
  type ElevenLabsApi,
  type ElevenLabsOptions,
  type ToolConfig,
} from './elevenlabs-api.ts'

export type VoiceAgentOptions = Omit<ElevenLabsOptions, 'apiKey'> & {
  /** Null without voice control. */
  readonly apiKey: string | null
  readonly agentId: string | null
  /** The pinned version for conversations, whatever is published after it. */
  readonly agentVersion: string | null
  /** For all calls of one opening together; default 15 s. */
  readonly timeoutMs?: number
}

type Failure = Exclude<OpenedConversation, { kind: 'opened' }>
type Answered<T> = Extract<ApiAnswer<T>, { kind: 'answered' }>

/** A signed URL must be used within this time; the conversation may last longer. */
const signedUrlMinutes = 15

/**
 * An ElevenLabs agent, called in the European Union only. Before each conversation the agent is read from the vendor
 * and must be the pinned version, with only our two tools and nothing recorded or kept.
 *
 * `expiresAt` is real time, like the vendor's, whatever the test clock says.
 */
export function elevenLabsVoice(options: VoiceAgentOptions): VoiceAgent {
  const { apiKey, agentId, agentVersion, timeoutMs = 15_000 } = options
  if (apiKey === null || agentId === null)
    return { agentVersion: null, conversationOrigin: null, openConversation: async () => ({ kind: 'not_configured' }) }
  const api = elevenLabsApi({ ...options, apiKey })

  return {
    agentVersion,
    conversationOrigin: api.baseUrl.origin.replace(/^http/, 'ws'),

    async openConversation(signal) {
      if (agentVersion === null) return { kind: 'agent_version_missing' }
      if (!api.isInRegion) return invalid('region')
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const agent = await pinnedAgent(api, agentId, agentVersion, bounded)
      if (agent.kind !== 'answered') return agent
      const tools = await toolsOf(api, agent.body, bounded)
      if (tools.kind !== 'answered') return tools
      const fault = faultOf(agent.body, tools.body)
      if (fault !== null) return invalid(fault)
      const expiresAt = Temporal.Now.instant().add({ minutes: signedUrlMinutes })
      const query = {
        agent_id: agentId,
        version_id: agentVersion,
        ...(agent.body.branch_id ? { branch_id: agent.body.branch_id } : {}),
        // Makes the signature valid for one conversation only.
        include_conversation_id: 'true',
      }
      const opened = await api.call({ path: '/conversation/get-signed-url', query, schema: Opened }, bounded)
      if (opened.kind !== 'answered') return failureOf(opened, 'agent')
      const { signed_url: signedUrl } = opened.body
      return isSameHost(signedUrl, api.baseUrl) ? { kind: 'opened', signedUrl, expiresAt } : invalid('region')
    },
  }
}

const Opened = Type.Object({ signed_url: Type.String({ minLength: 1, maxLength: 4_000 }) })

/** The agent in the pinned version; an agent without that version is told apart from no agent. */
async function pinnedAgent(
  api: ElevenLabsApi,
  agentId: string,
  version: string,
  signal: AbortSignal,
): Promise<Answered<Agent> | Failure> {
  const path = `/agents/${encodeURIComponent(agentId)}`
  const pinned = await api.call({ path, query: { version_id: version }, schema: Agent }, signal)
  if (pinned.kind === 'absent' || isRefused(pinned)) {
    const newest = await api.call({ path, schema: Agent }, signal)
    return newest.kind === 'answered' ? { kind: 'agent_version_missing' } : failureOf(newest, 'agent')
  }
  if (pinned.kind !== 'answered') return failureOf(pinned, 'agent')
  if (pinned.body.agent_id !== agentId) return invalid('agent')
  return pinned.body.version_id === version ? pinned : { kind: 'agent_version_missing' }
}

/** How the vendor answers an id that does not look like one of its own. */
function isRefused(answer: ApiAnswer<unknown>): boolean {
  return answer.kind === 'failed' && (answer.why === 'status 400' || answer.why === 'status 422')
}

/** Every tool the agent has, by reference or inline. */
async function toolsOf(
  api: ElevenLabsApi,
  agent: Agent,
  signal: AbortSignal,
): Promise<Answered<ToolConfig[]> | Failure> {
  const { tool_ids, tools } = agent.conversation_config.agent.prompt
  const ids = tool_ids ?? []
  // Too many is wrong whatever they are.
  if (ids.length > clientTools.length) return invalid('tools')
  const answers = await Promise.all(
    ids.map((id) => api.call({ path: `/tools/${encodeURIComponent(id)}`, schema: Tool }, signal)),
  )
  const found = [...(tools ?? [])]
  for (const answer of answers) {
    if (answer.kind !== 'answered') return failureOf(answer, 'tools')
    found.push(answer.body.tool_config)
  }
  return { kind: 'answered', body: found }
}

/** The first fault that keeps a conversation from being opened; null when there is none. */
function faultOf(agent: Agent, tools: readonly ToolConfig[]): string | null {
  const names = new Set(tools.map(kindAndName))
  if (differences([...names], clientTools.map(kindAndName)).length > 0) return 'tools'
  if (hasWorkflow(agent)) return 'workflow'
  const ids = agent.conversation_config.agent.prompt.tool_ids ?? []
  return differences(agent, agentRequirements(ids))[0]?.path ?? null
}

function kindAndName({ type, name }: ToolConfig): string {
  return `${type} ${name}`
}

function failureOf(answer: Exclude<ApiAnswer<unknown>, { kind: 'answered' }>, whatIsAbsent: string): Failure {
  if (answer.kind === 'absent') return invalid(whatIsAbsent)
  if (answer.kind === 'key_refused') return invalid('api key')
  return { kind: 'unavailable', why: answer.why }
}

function invalid(what: string): Failure {
  return { kind: 'configuration_invalid', what }
}

/** The conversation must be held at the host the agent was read from. */
function isSameHost(signedUrl: string, { protocol, host }: URL): boolean {
  if (!URL.canParse(signedUrl)) return false
  const url = new URL(signedUrl)
  return url.host === host && url.protocol === (protocol === 'https:' ? 'wss:' : 'ws:')
}
