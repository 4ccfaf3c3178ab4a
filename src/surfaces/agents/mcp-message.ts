import type { IncomingHttpHeaders } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { Identity, Services } from '#/kernel/context.ts'
import { instructions, toResult, toolsTextFor, type AgentAnswer } from './mcp-tools.ts'
import { contractVersion } from '#/surfaces/openapi/document.ts'

export type AgentCall = {
  readonly services: Pick<Services, 'actions' | 'baseUrl'>
  readonly identity: Identity
  readonly act: (operationId: string, argumentsJson: string) => Promise<AgentAnswer>
}

/**
 * Answers one message of the protocol.
 *
 * @throws whatever `act` throws: it is answered as in REST, not in the protocol
 */
export async function answerMessage(
  { body, headers }: { readonly body: unknown; readonly headers: IncomingHttpHeaders },
  call: AgentCall,
): Promise<Response> {
  const failures: unknown[] = []
  const server = new Server(
    { name: 'tijdig', title: 'Tijdig', version: contractVersion },
    { capabilities: { tools: {} }, instructions },
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
    return isListing ? withTools(response, call) : response
  } finally {
    await server.close()
  }
}

/** Puts in the tools, which are many and the same each time, instead of having the library make their text anew. */
async function withTools(response: Response, call: AgentCall): Promise<Response> {
  const text = (await response.text()).replace('"tools":[]', () => `"tools":${toolsTextFor(call)}`)
  return new Response(text, { status: response.status, headers: response.headers })
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
