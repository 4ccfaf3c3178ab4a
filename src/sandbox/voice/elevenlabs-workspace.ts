import { randomBytes } from 'node:crypto'

import type { SandboxOptions } from '#/sandbox/sandbox-options.ts'

/** JSON as it was sent; the vendor's defaults are not filled in. */
export type Json = Record<string, unknown>

export type TwinAgentVersion = { readonly versionId: string; readonly body: Json }

export type TwinAgent = {
  readonly agentId: string
  readonly branchId: string
  /** Oldest first; any of them can hold conversations. */
  readonly versions: TwinAgentVersion[]
}

/** What a workspace of the vendor holds. */
export type TwinWorkspace = {
  readonly tools: Map<string, Json>
  readonly agents: Map<string, TwinAgent>
  addTool(config: Json): string
  addAgent(body: Json, ids?: { readonly agentId: string; readonly versionId: string }): TwinAgent
  /** Publishes the next version, with `change` merged in. */
  changeAgent(agent: TwinAgent, change: Json): void
}

export function twinWorkspace(options: SandboxOptions['elevenlabs']): TwinWorkspace {
  const tools = new Map<string, Json>()
  const agents = new Map<string, TwinAgent>()
  const workspace: TwinWorkspace = {
    tools,
    agents,
    addTool(config) {
      const id = newId('tool')
      tools.set(id, config)
      return id
    },
    addAgent(body, ids = { agentId: newId('agent'), versionId: newId('agtvrsn') }) {
      const agent = {
        agentId: ids.agentId,
        branchId: newId('agtbrch'),
        versions: [{ versionId: ids.versionId, body }],
      }
      agents.set(agent.agentId, agent)
      return agent
    },
    changeAgent(agent, change) {
      const body = merged(newest(agent).body, change)
      agent.versions.push({ versionId: newId('agtvrsn'), body })
    },
  }
  const ids = options.tools.map((config) => workspace.addTool(structuredClone(config) as Json))
  workspace.addAgent(structuredClone(options.agent(ids)) as Json, {
    agentId: options.agentId,
    versionId: options.agentVersion,
  })
  return workspace
}

/** An agent as the vendor's API returns it. */
export function agentObject(agent: TwinAgent, { versionId, body }: TwinAgentVersion): Json {
  return {
    ...body,
    agent_id: agent.agentId,
    version_id: versionId,
    branch_id: agent.branchId,
    main_branch_id: agent.branchId,
    metadata: {},
    tags: [],
  }
}

export function newest({ versions }: TwinAgent): TwinAgentVersion {
  const last = versions.at(-1)
  if (!last) throw new Error('An agent begins with a version')
  return last
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(14).toString('hex')}`
}

/** Objects are merged, everything else is replaced. */
export function merged(base: Json, change: Json): Json {
  const entries = Object.entries(change).map(([key, value]) => {
    const before = base[key]
    return [key, isJson(value) && isJson(before) ? merged(before, value) : value]
  })
  return { ...base, ...Object.fromEntries(entries) }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
