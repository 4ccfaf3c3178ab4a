import { Type, type Static, type TSchema } from 'typebox'
import { agentDefinition, clientTools, hasWorkflow } from './agent-definition.ts'
import { differences, type Difference } from './differences.ts'
import {
  Agent,
  elevenLabsApi,
  Tool,
  type ApiRequest,
  type ElevenLabsApi,
  type ElevenLabsOptions,
} from './elevenlabs-api.ts'

/** What must be made or changed at the vendor. */
export type SetupChange = {
  readonly what: string
  /** Null when it does not exist yet. */
  readonly id: string | null
  readonly differences: readonly Difference[]
}

export type SetupReport = {
  readonly origin: string
  /** What differs from how it must be; after `apply`, what the vendor stored differently. */
  readonly changes: readonly SetupChange[]
  /** What only a person can put right, in sentences. */
  readonly byHand: readonly string[]
  /** To pin in the settings; null while there is no agent. */
  readonly agentId: string | null
  readonly agentVersion: string | null
}

export type VoiceSetup = {
  /** Reads everything and changes nothing. */
  look(): Promise<SetupReport>
  /** Makes or changes what differs, and reads back what was stored. */
  apply(): Promise<SetupReport>
}

/** Why a set-up failed: one sentence that names no secret. */
export class VoiceSetupError extends Error {
  override readonly name = 'VoiceSetupError'
}

/** Per call. */
const timeoutMs = 20_000
const agentName = 'Tijdig'

/**
 * Sets the two client tools and the agent up in a workspace of ElevenLabs.
 *
 * @param options `agentId` null means the agent called Tijdig, which is made when there is none
 */
export function elevenLabsSetup(options: ElevenLabsOptions & { readonly agentId: string | null }): VoiceSetup {
  const api = elevenLabsApi(options)
  const look = () => read(api, options.agentId)
  return {
    look: async () => (await look()).report,
    async apply() {
      const { tools, agent } = await look()
      const toolIds: string[] = []
      for (const [index, definition] of clientTools.entries())
        toolIds.push(await settleTool(api, tools[index], definition))
      await settleAgent(api, agent, toolIds)
      return (await look()).report
    },
  }
}

type StoredTool = Static<typeof Tool> | undefined
type Stored = { readonly tools: readonly StoredTool[]; readonly agent: Agent | null; readonly report: SetupReport }

async function read(api: ElevenLabsApi, configuredId: string | null): Promise<Stored> {
  if (!api.isInRegion)
    throw new VoiceSetupError('TIJDIG_ELEVENLABS_URL names another host than the one in the European Union.')
  const [tools, agent, settings] = await Promise.all([
    Promise.all(clientTools.map(({ name }) => findTool(api, name))),
    findAgent(api, configuredId),
    ask(api, { path: '/settings', schema: Settings }),
  ])
  const changes: SetupChange[] = clientTools.map((definition, index) => {
    const tool = tools[index]
    const differing = differences(tool?.tool_config, definition)
    return { what: `tool ${definition.name}`, id: tool?.id ?? null, differences: differing }
  })
  const wanted = agentDefinition(tools.map((tool, index) => tool?.id ?? `id of ${clientTools[index]?.name}`))
  changes.push({ what: `agent ${agentName}`, id: agent?.agent_id ?? null, differences: differences(agent, wanted) })
  const byHand = [
    ...(agent && hasWorkflow(agent)
      ? ['The agent has a workflow, whose steps bring tools of their own: remove it.']
      : []),
    ...(settings.webhooks?.post_call_webhook_id
      ? ['The workspace sends every conversation to a post-call webhook: remove it from its settings.']
      : []),
  ]
  const report = {
    origin: api.baseUrl.origin,
    changes: changes.filter(({ id, differences }) => id === null || differences.length > 0),
    byHand,
    agentId: agent?.agent_id ?? null,
    agentVersion: agent?.version_id ?? null,
  }
  return { tools, agent, report }
}

/** @throws VoiceSetupError when several have the name, because it would be unclear which one is ours */
async function findTool(api: ElevenLabsApi, name: string): Promise<StoredTool> {
  const found = await everyPage(api, '/tools', { search: name }, Tools, ({ tools }) => tools)
  const [tool, another] = found.filter(({ tool_config: { type, name: known } }) => type === 'client' && known === name)
  if (another) throw new VoiceSetupError(`The workspace has several client tools called ${name}: remove all but one.`)
  return tool
}

async function findAgent(api: ElevenLabsApi, configuredId: string | null): Promise<Agent | null> {
  if (configuredId !== null) return readAgent(api, configuredId)
  const found = await everyPage(api, '/agents', { search: agentName }, Agents, ({ agents }) => agents)
  const [agent, another] = found.filter(({ name }) => name === agentName)
  if (another)
    throw new VoiceSetupError(
      `The workspace has several agents called ${agentName}: name one in TIJDIG_ELEVENLABS_AGENT_ID.`,
    )
  return agent ? readAgent(api, agent.agent_id) : null
}

/** The newest version, on which the next one will be based. */
function readAgent(api: ElevenLabsApi, id: string): Promise<Agent> {
  return ask(api, { path: `/agents/${encodeURIComponent(id)}`, schema: Agent })
}

async function settleTool(api: ElevenLabsApi, tool: StoredTool, definition: object): Promise<string> {
  const body = { tool_config: definition }
  if (!tool) return (await ask(api, { method: 'POST', path: '/tools', body, schema: Tool })).id
  if (differences(tool.tool_config, definition).length > 0)
    await ask(api, { method: 'PATCH', path: `/tools/${encodeURIComponent(tool.id)}`, body, schema: Tool })
  return tool.id
}

async function settleAgent(api: ElevenLabsApi, agent: Agent | null, toolIds: readonly string[]): Promise<void> {
  const wanted = agentDefinition(toolIds)
  if (!agent) await ask(api, { method: 'POST', path: '/agents/create', body: wanted, schema: Created })
  else if (differences(agent, wanted).length > 0) {
    const path = `/agents/${encodeURIComponent(agent.agent_id)}`
    await ask(api, { method: 'PATCH', path, body: emptying(agent, wanted), schema: Agent })
  }
}

/** Sets every field of an object that must be empty to null: the vendor keeps what a change does not name. */
function emptying(is: unknown, mustBe: object): object {
  const actual = (typeof is === 'object' && is !== null ? is : {}) as Readonly<Record<string, unknown>>
  const entries: readonly (readonly [string, unknown])[] = Object.entries(mustBe)
  if (entries.length === 0) return Object.fromEntries(Object.keys(actual).map((key) => [key, null]))
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null && !Array.isArray(value) ? emptying(actual[key], value) : value,
    ]),
  )
}

const Created = Type.Object({ agent_id: Type.String({ minLength: 1 }) })
const Settings = Type.Object({
  webhooks: Type.Optional(
    Type.Union([
      Type.Object({ post_call_webhook_id: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
      Type.Null(),
    ]),
  ),
})
const page = { next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])) }
const Tools = Type.Object({ tools: Type.Array(Tool), ...page })
const Agents = Type.Object({
  agents: Type.Array(Type.Object({ agent_id: Type.String(), name: Type.String() })),
  ...page,
})

/** A workspace has tens of them; in one with more, the search finds ours within these pages. */
const pagesMax = 20

async function everyPage<Schema extends TSchema, Item>(
  api: ElevenLabsApi,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: Schema,
  itemsOf: (body: Static<Schema>) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null | undefined
  for (let count = 0; count < pagesMax && (count === 0 || cursor); count += 1) {
    const body = await ask(api, { path, query: { ...query, page_size: '100', ...(cursor ? { cursor } : {}) }, schema })
    items.push(...itemsOf(body))
    cursor = (body as { next_cursor?: string | null }).next_cursor
  }
  return items
}

/** @throws VoiceSetupError when the call fails */
async function ask<Schema extends TSchema>(api: ElevenLabsApi, request: ApiRequest<Schema>): Promise<Static<Schema>> {
  const answer = await api.call(request, AbortSignal.timeout(timeoutMs))
  if (answer.kind === 'answered') return answer.body
  if (answer.kind === 'key_refused')
    throw new VoiceSetupError(
      'ElevenLabs refuses TIJDIG_ELEVENLABS_API_KEY: it must be one of the workspace in the European Union that may read and write agents and tools.',
    )
  const what = `${request.method ?? 'GET'} ${request.path}`
  throw new VoiceSetupError(
    answer.kind === 'absent'
      ? `ElevenLabs does not know what ${what} names.`
      : `ElevenLabs did not do ${what}: ${answer.why}.`,
  )
}
