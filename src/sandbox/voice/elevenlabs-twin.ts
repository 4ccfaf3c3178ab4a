import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type, type Static } from 'typebox'

import {
  agentObject,
  merged,
  newest,
  newId,
  twinWorkspace,
  type Json,
  type TwinAgent,
  type TwinAgentVersion,
  type TwinWorkspace,
} from './elevenlabs-workspace.ts'
import type { TwinWorld } from '#/sandbox/twin-world.ts'
import { sufferFault } from '#/sandbox/vendor-fault.ts'
import { conversationSockets } from './socket.ts'

const agentBody = Type.Object({
  name: Type.Optional(Type.String()),
  conversation_config: Type.Optional(Type.Object({})),
  platform_settings: Type.Optional(Type.Object({})),
  workflow: Type.Optional(Type.Object({})),
})
const toolBody = Type.Object({
  tool_config: Type.Object({ type: Type.Literal('client'), name: Type.String(), description: Type.String() }),
})
const agentQuery = Type.Object({ version_id: Type.Optional(Type.String()), branch_id: Type.Optional(Type.String()) })
const searchQuery = Type.Object({ search: Type.Optional(Type.String()), page_size: Type.Optional(Type.Integer()) })
const signedUrlQuery = Type.Object({
  agent_id: Type.String(),
  version_id: Type.Optional(Type.String()),
  branch_id: Type.Optional(Type.String()),
  include_conversation_id: Type.Optional(Type.Boolean()),
})

/** What a signed URL admits to, and until when. */
type Admission = {
  readonly conversationId: string
  readonly agent: Json
  /** Whether it is valid for one conversation only. */
  readonly isForOne: boolean
  readonly endsAtMs: number
}

/** A signed URL can begin a conversation for a quarter of an hour, in real time. */
const signedUrlMs = 15 * 60_000
const conversationPath = '/elevenlabs/v1/convai/conversation'

/**
 * ElevenLabs' agents under `/elevenlabs` (https://elevenlabs.io/docs/api-reference): agents and their versions, client
 * tools, signed URLs and the conversations they let in. Each change of an agent publishes a version; earlier ones stay.
 */
export async function elevenLabsTwin(app: FastifyInstance, world: TwinWorld): Promise<void> {
  const { apiKey } = world.options.elevenlabs
  const workspace = twinWorkspace(world.options.elevenlabs)
  const admissions = new Map<string, Admission>()

  app.setErrorHandler((error: Error, _request, reply) => problem(reply, 422, 'invalid_request', error.message))
  app.addHook('preValidation', async (request, reply) => {
    if (request.headers['xi-api-key'] !== apiKey) return problem(reply, 401, 'invalid_api_key', 'Invalid API key')
    return sufferFault(world, 'elevenlabs', reply, (status) => detail(`status_${status}`, 'Try again later'), 'api')
  })

  const versionOf = ({ versions }: TwinAgent, id: string | undefined) =>
    id === undefined ? versions.at(-1) : versions.find(({ versionId }) => versionId === id)
  const found = (
    id: string,
    { version_id, branch_id }: Static<typeof agentQuery>,
  ): [TwinAgent, TwinAgentVersion] | null => {
    const agent = workspace.agents.get(id)
    if (!agent || (branch_id !== undefined && branch_id !== agent.branchId)) return null
    const version = versionOf(agent, version_id)
    return version ? [agent, version] : null
  }

  conversationSockets(app, conversationPath, world, (signature) => {
    const admission = admissions.get(signature)
    if (!admission || admission.endsAtMs < performance.now()) return null
    if (admission.isForOne) admissions.delete(signature)
    return { ...admission, toolTimeoutMs: (name) => toolTimeoutMs(workspace, name) }
  })

  app.post<{ Body: Json }>('/v1/convai/agents/create', { schema: { body: agentBody } }, async ({ body }) => {
    const { agentId } = workspace.addAgent(body)
    return { agent_id: agentId }
  })
  app.get<{ Querystring: Static<typeof searchQuery> }>(
    '/v1/convai/agents',
    { schema: { querystring: searchQuery } },
    async ({ query }) => ({
      agents: [...workspace.agents.values()]
        .map((agent) => ({ agent_id: agent.agentId, name: String(newest(agent).body['name'] ?? '') }))
        .filter(({ name }) => name.toLowerCase().includes((query.search ?? '').toLowerCase())),
      has_more: false,
      next_cursor: null,
    }),
  )
  app.get<{ Params: { id: string }; Querystring: Static<typeof agentQuery> }>(
    '/v1/convai/agents/:id',
    { schema: { querystring: agentQuery } },
    async ({ params, query }, reply) => {
      const known = found(params.id, query)
      return known ? agentObject(...known) : problem(reply, 404, 'document_not_found', 'Document not found')
    },
  )
  app.patch<{ Params: { id: string }; Body: Json }>(
    '/v1/convai/agents/:id',
    { schema: { body: agentBody } },
    async ({ params, body }, reply) => {
      const agent = workspace.agents.get(params.id)
      if (!agent) return problem(reply, 404, 'document_not_found', 'Document not found')
      workspace.changeAgent(agent, body)
      return agentObject(agent, newest(agent))
    },
  )

  app.get<{ Querystring: Static<typeof searchQuery> }>(
    '/v1/convai/tools',
    { schema: { querystring: searchQuery } },
    async ({ query }) => ({
      tools: [...workspace.tools]
        .filter(([, config]) => String(config['name']).startsWith(query.search ?? ''))
        .map(([id, config]) => ({ id, tool_config: config })),
      has_more: false,
      next_cursor: null,
    }),
  )
  app.post<{ Body: { tool_config: Json } }>('/v1/convai/tools', { schema: { body: toolBody } }, async ({ body }) => ({
    id: workspace.addTool(body.tool_config),
    tool_config: body.tool_config,
  }))
  app.get<{ Params: { id: string } }>('/v1/convai/tools/:id', async ({ params: { id } }, reply) => {
    const config = workspace.tools.get(id)
    return config ? { id, tool_config: config } : problem(reply, 404, 'document_not_found', 'Document not found')
  })
  app.patch<{ Params: { id: string }; Body: { tool_config: Json } }>(
    '/v1/convai/tools/:id',
    { schema: { body: toolBody } },
    async ({ params: { id }, body }, reply) => {
      const config = workspace.tools.get(id)
      if (!config) return problem(reply, 404, 'document_not_found', 'Document not found')
      workspace.tools.set(id, merged(config, body.tool_config))
      return { id, tool_config: workspace.tools.get(id) }
    },
  )

  app.get('/v1/convai/settings', async () => ({ webhooks: { post_call_webhook_id: null, events: [] } }))

  app.get<{ Querystring: Static<typeof signedUrlQuery> }>(
    '/v1/convai/conversation/get-signed-url',
    { schema: { querystring: signedUrlQuery } },
    async ({ query, headers }, reply) => {
      const known = found(query.agent_id, query)
      if (!known) return problem(reply, 404, 'document_not_found', 'Document not found')
      const signature = newId('cvtkn')
      const conversationId = newId('conv')
      const nowMs = performance.now()
      for (const [old, { endsAtMs }] of admissions) if (endsAtMs < nowMs) admissions.delete(old)
      admissions.set(signature, {
        conversationId,
        agent: known[1].body,
        isForOne: query.include_conversation_id === true,
        endsAtMs: nowMs + signedUrlMs,
      })
      const address = new URL(`ws://${headers.host}${conversationPath}`)
      address.searchParams.set('agent_id', query.agent_id)
      if (query.include_conversation_id) address.searchParams.set('conversation_id', conversationId)
      address.searchParams.set('conversation_signature', signature)
      return { signed_url: address.href }
    },
  )
}

/** The tool's own time limit, or the vendor's default. */
function toolTimeoutMs({ tools }: TwinWorkspace, name: string): number {
  const config = [...tools.values()].find((tool) => tool['name'] === name)
  return Number(config?.['response_timeout_secs'] ?? 20) * 1_000
}

/** The vendor's error body. */
function detail(status: string, message: string): object {
  return { detail: { status, message } }
}

function problem(reply: FastifyReply, code: number, status: string, message: string): FastifyReply {
  return reply.code(code).send(detail(status, message))
}
