import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

type Data = ReturnType<typeof JSON.parse>

/** An agent of somebody else's, connected with the SDK's own client. */
export type Agent = {
  readonly client: Client
  /** Calls a tool; the client itself checks the answer against the tool's output schema. */
  call(name: string, input?: object): Promise<{ readonly isError: boolean; readonly data: Data }>
  close(): Promise<void>
}

export async function connectAgent(baseUrl: string, apiKey: string): Promise<Agent> {
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  return overTransport(new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit }) as Transport)
}

export async function overTransport(transport: Transport): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  // The client checks answers against the tools it has listed.
  await client.listTools()
  return {
    client,
    async call(name, input = {}) {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...input } })
      const [{ text }] = content as [{ text: string }]
      const data: Data = JSON.parse(text)
      if (!isError && JSON.stringify(structuredContent) !== text) throw new Error('Text and fields differ')
      return { isError: isError === true, data }
    },
    close: () => client.close(),
  }
}
