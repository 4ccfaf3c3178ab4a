import type { IncomingHttpHeaders } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { Identity, Services } from '#/kernel/context.ts'
import { instructions, toResult, toolsJsonFor, type AgentAnswer } from './mcp-tools.ts'
import { contractVersion } from '#/surfaces/openapi/contract-version.ts'

export type AgentCall = {
  readonly services: Pick<Services, 'actions' | 'baseUrl'>
  readonly identity: Identity
  readonly act: (operationId: string, argumentsJson: string) => Promise<AgentAnswer>
  /** Makes an answer that is long when it is its organization's turn, so that others are answered in between. */
  readonly inTurn: <T>(make: () => T) => Promise<T>
}

/** An answer of the protocol, to be sent as it is. */
export type AgentMessage = Pick<Response, 'status' | 'headers'> & { readonly parts: readonly Buffer[] }

/**
 * Answers one message of the protocol.
 *
 * @throws whatever `act` throws: it is answered as in REST, not in the protocol
 */
export async function answerMessage(
  { body, headers }: { readonly body: unknown; readonly headers: IncomingHttpHeaders },
  call: AgentCall,
): Promise<AgentMessage> {
  const failures: unknown[] = []
  const server = new Server(
    { name: 'tijdig', title: 'Tijdig', version: contractVersion },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
  )
  let isListing = false
  server.setRequestHandler(ListToolsRequestSchema, () => {
    isListing = true
    return { tools: [] }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (!call.services.actions.has(params.name))
      throw new McpError(ErrorCode.InvalidParams, 'There is no such tool. See tools/list.')
    try {
      return toResult(await call.act(params.name, JSON.stringify(params.arguments ?? {})), call.services)
    } catch (error) {
      failures.push(error)
      throw error
    }
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(toWebRequest(headers, call.services.baseUrl), { parsedBody: body })
    if (failures.length > 0) throw failures[0]
    const answer = Buffer.from(await response.arrayBuffer())
    const parts = isListing ? await call.inTurn(() => withTools(answer, call)) : [answer]
    return { status: response.status, headers: response.headers, parts }
  } finally {
    await server.close()
  }
}

/** Of what servers ask of their clients, which this one never does; each server would make one of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()
const noTools = Buffer.from('"tools":[]')
const tools = Buffer.from('"tools":')

/** Puts in the tools, which are many and the same each time: neither made nor copied anew. */
function withTools(answer: Buffer, call: AgentCall): readonly Buffer[] {
  const at = answer.indexOf(noTools)
  return [answer.subarray(0, at), tools, toolsJsonFor(call), answer.subarray(at + noTools.length)]
}

/** Only the headers the protocol uses: the rest was checked before. */
function toWebRequest(headers: IncomingHttpHeaders, baseUrl: string): Request {
  const kept = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
    const value = headers[name]
    if (typeof value === 'string') kept.set(name, value)
  }
  return new Request(baseUrl, { method: 'POST', headers: kept })
}
