import { Type, type Static, type TSchema } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'

/** What the client answered to a tool call; null when it did not. */
export type ToolOutcome = { readonly isError: boolean; readonly result: string } | null

/** Calls a client tool, the agent's only access to the product. */
export type CallTool = (name: string, parameters: Readonly<Record<string, unknown>>) => Promise<ToolOutcome>

/** What came of an action. */
export type ActionAnswer<T> =
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: 'proposal'; readonly expiresAt: Temporal.Instant }
  /** Refused or failed; the message is the product's. */
  | { readonly kind: 'failed'; readonly message: string }
  /** It is not known whether it was done. */
  | { readonly kind: 'unsettled' }
  | { readonly kind: 'no_answer' }

const Capabilities = Type.Object({
  actions: Type.Array(Type.Object({ operationId: Type.String(), title: Type.String(), mode: Type.String() })),
})
export type Capability = Static<typeof Capabilities>['actions'][number]

const InputSchema = Type.Object({
  inputSchema: Type.Object({ properties: Type.Record(Type.String(), Type.Unknown()) }),
})

const Answer = Type.Object({
  status: Type.String(),
  result: Type.Unknown(),
  proposal: Type.Union([Type.Null(), Type.Object({ proposalId: Type.String(), expiresAt: Type.String() })]),
  error: Type.Union([Type.Null(), Type.Object({ message: Type.Optional(Type.String()) })]),
  mayHaveApplied: Type.Boolean(),
})
const Refusal = Type.Object({ error: Type.Object({ message: Type.String() }) })

/** The actions there are; null when the client does not answer. */
export async function readCapabilities(call: CallTool): Promise<readonly Capability[] | null> {
  const body = parsed(await call('platform_capabilities', {}), Capabilities)
  return body?.actions ?? null
}

/** The names of an action's arguments; null when the client does not answer. */
export async function readArgumentNames(call: CallTool, operationId: string): Promise<readonly string[] | null> {
  const body = parsed(await call('platform_capabilities', { operationId }), InputSchema)
  return body && Object.keys(body.inputSchema.properties)
}

/** Does one action; `schema` is the part of its result that is used. */
export async function act<Schema extends TSchema>(
  call: CallTool,
  operationId: string,
  input: object,
  schema: Schema,
): Promise<ActionAnswer<Static<Schema>>> {
  const outcome = await call('platform_action', { operationId, arguments: JSON.stringify(input) })
  if (outcome === null) return { kind: 'no_answer' }
  const answer = parsed(outcome, Answer)
  if (answer === null) {
    const refusal = parsed(outcome, Refusal)
    return { kind: 'failed', message: refusal?.error.message ?? '' }
  }
  if (answer.mayHaveApplied) return { kind: 'unsettled' }
  if (answer.proposal) return { kind: 'proposal', expiresAt: Temporal.Instant.from(answer.proposal.expiresAt) }
  if (answer.status === 'succeeded' && fits(schema, answer.result)) return { kind: 'result', result: answer.result }
  return { kind: 'failed', message: answer.error?.message ?? '' }
}

/** The body of the product's answer, with or without its envelope. */
function parsed<Schema extends TSchema>(outcome: ToolOutcome, schema: Schema): Static<Schema> | null {
  const body = outcome && json(outcome.result)
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : body
  return fits(schema, data) ? data : null
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
