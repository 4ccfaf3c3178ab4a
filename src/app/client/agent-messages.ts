import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  isInitializeRequest,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { parseJson, problemOf } from './service-answer.ts'

export type AgentMessagesOptions = {
  /** Origin of the API. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly input: Readable
  readonly output: Writable
  /** Called with a sentence that says why a message went unanswered. */
  readonly report: (problem: string) => void
}

/** Longer than the slowest tool takes, which asks the company register. */
const timeoutMs = 60_000
/** A server error of JSON-RPC: the API did not accept the message. */
const notTaken = -32_000

/**
 * Forwards an agent's messages to the API, each as a call of its own, and the answers back, until the input ends. Only
 * the API decides what the key may do.
 */
export async function passOnMessages({ input, output, report, ...service }: AgentMessagesOptions): Promise<void> {
  const inHand = new Set<Promise<void>>()
  const agent = Object.assign(new StdioServerTransport(input, output), {
    onmessage(message: JSONRPCMessage) {
      const passed = passOn(message).finally(() => inHand.delete(passed))
      inHand.add(passed)
    },
    onerror: () => report('What came in is no message of the Model Context Protocol.'),
    onclose: () => input.destroy(new Error('A message without end ends the connection.')),
  })
  let protocolVersion: string | null = null

  async function passOn(message: JSONRPCMessage): Promise<void> {
    try {
      const answer = await call(service, message, protocolVersion)
      // Every later message names the version both sides agreed on.
      if (isInitializeRequest(message) && answer && isJSONRPCResultResponse(answer))
        protocolVersion = String(answer.result['protocolVersion'])
      if (answer) await agent.send(answer)
    } catch (error) {
      const problem = (error as Error).message
      report(problem)
      if (isJSONRPCRequest(message))
        await agent.send({ jsonrpc: '2.0', id: message.id, error: { code: notTaken, message: problem } })
    }
  }

  await agent.start()
  await finished(input, { writable: false })
  await Promise.all(inHand)
}

/**
 * @returns null where no answer is due
 * @throws Error that says why the message was not taken
 */
async function call(
  { baseUrl, apiKey }: Pick<AgentMessagesOptions, 'baseUrl' | 'apiKey'>,
  message: JSONRPCMessage,
  protocolVersion: string | null,
): Promise<JSONRPCMessage | null> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(protocolVersion === null ? {} : { 'mcp-protocol-version': protocolVersion }),
    },
    body: JSON.stringify(message),
    // A redirect must not take the key elsewhere.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new Error(`No answer: ${problemOf(error)}.`, { cause: error })
  })
  if (response.status === 202) return null
  const json = parseJson(await response.text())
  if (!response.ok) throw new Error(`The service answers ${response.status}.${refusalIn(json)}`)
  const answer = JSONRPCMessageSchema.safeParse(json)
  if (!answer.success) throw new Error('The answer is not one of Tijdig: check --url.')
  return answer.data
}

function refusalIn(json: unknown): string {
  const { error } = (json ?? {}) as { error?: { code?: unknown; message?: unknown } }
  return error ? ` ${error.code}: ${error.message}` : ''
}
