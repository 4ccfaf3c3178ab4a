import { Type, type Static, type TSchema } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import { isLoopback, type DestinationGuard } from '#/providers/destination-guard.ts'
import { callVendor } from '#/providers/vendor-call.ts'

/** The only host of the vendor that is called: conversations there stay in the European Union. */
const euOrigin = 'https://api.eu.residency.elevenlabs.io'

export type ElevenLabsOptions = {
  /** Default the EU residency host; a path prefix is kept. */
  readonly baseUrl?: string
  readonly apiKey: string
  readonly guard: DestinationGuard
}

export type ElevenLabsApi = {
  readonly baseUrl: URL
  /** True for the vendor's host in the European Union and, outside production, a twin on this machine. */
  readonly isInRegion: boolean
  /** One call. Failures hold nothing of what was sent or received. */
  call<Schema extends TSchema>(request: ApiRequest<Schema>, signal: AbortSignal): Promise<ApiAnswer<Static<Schema>>>
}

export type ApiRequest<Schema> = {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  /** Below `/v1/convai`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly schema: Schema
}

export type ApiAnswer<T> =
  | { readonly kind: 'answered'; readonly body: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'key_refused' }
  | { readonly kind: 'failed'; readonly why: string }

/** An agent, with all that the vendor adds, takes tens of kilobytes. */
const answerMaxBytes = 1024 * 1024

/** Agents, tools and conversations of one workspace (https://elevenlabs.io/docs/api-reference, Agents). */
export function elevenLabsApi({ baseUrl: configuredUrl, apiKey, guard }: ElevenLabsOptions): ElevenLabsApi {
  const baseUrl = guard.baseUrl('The ElevenLabs base URL', configuredUrl ?? euOrigin)
  return {
    baseUrl,
    isInRegion: baseUrl.origin === euOrigin || (!guard.isProduction && isLoopback(baseUrl.hostname)),

    async call({ method = 'GET', path, query = {}, body, schema }, signal) {
      const url = new URL(`${baseUrl.pathname.replace(/\/$/, '')}/v1/convai${path}`, baseUrl)
      url.search = new URLSearchParams(query).toString()
      const headers = {
        accept: 'application/json',
        'xi-api-key': apiKey,
        ...(body ? { 'content-type': 'application/json' } : {}),
      }
      const request = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
      const answer = await callVendor(url, request, signal, undefined, answerMaxBytes)
      if (!answer.answered) return { kind: 'failed', why: answer.handOver.detail }
      if (answer.status === 401 || answer.status === 403) return { kind: 'key_refused' }
      if (answer.status === 404) return { kind: 'absent' }
      if (answer.status < 200 || answer.status >= 300) return { kind: 'failed', why: `status ${answer.status}` }
      if (!fits(schema, answer.body)) return { kind: 'failed', why: 'an answer that cannot be understood' }
      return { kind: 'answered', body: answer.body }
    },
  }
}

const Id = Type.String({ minLength: 1, maxLength: 200 })
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

const ToolConfig = Type.Object({ type: Type.String(), name: Type.String() })
export type ToolConfig = Static<typeof ToolConfig>
/** A tool of the workspace; the vendor sends more than this. */
export const Tool = Type.Object({ id: Id, tool_config: ToolConfig })

/** An agent, or one version of it. */
export const Agent = Type.Object({
  agent_id: Id,
  version_id: orNull(Id),
  branch_id: orNull(Id),
  conversation_config: Type.Object({
    agent: Type.Object({
      prompt: Type.Object({ tool_ids: orNull(Type.Array(Id)), tools: orNull(Type.Array(ToolConfig)) }),
    }),
  }),
  workflow: orNull(Type.Object({ nodes: orNull(Type.Record(Type.String(), Type.Object({ type: Type.String() }))) })),
})
export type Agent = Static<typeof Agent>
