import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'

/** An answer as it came over the wire. */
export type Reply = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed body; fails when it is not JSON. */
  readonly body: ReturnType<typeof JSON.parse>
}

export type RequestOptions = {
  readonly method?: string
  /** Pairs allow a header to occur twice. */
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
  /** Text and bytes are sent as they are, everything else as JSON. */
  readonly body?: unknown
}

/** Keeps connections open from one `send` to the next. */
export const agent = new Agent({ keepAlive: true })

/** Sends one request without the corrections and restrictions of `fetch`. */
export function send(url: string, options: RequestOptions = {}): Promise<Reply> {
  const { hostname, port, host } = new URL(url)
  const path = url.slice(new URL(url).origin.length)
  const method = options.method ?? 'GET'
  const bytes = toBytes(options.body)
  const length = bytes?.length ?? (method === 'POST' || method === 'PATCH' || method === 'PUT' ? 0 : null)
  const given = Array.isArray(options.headers) ? options.headers : Object.entries(options.headers ?? {})
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  const headers = [
    ...(names.has('host') ? [] : [['host', host]]),
    ...(bytes === null || names.has('content-type') ? [] : [['content-type', 'application/json']]),
    ...(length === null || names.has('content-length') ? [] : [['content-length', String(length)]]),
    ...given,
  ].flat() as string[]
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          get body() {
            return JSON.parse(text) as unknown
          },
        })
      })
    })
    call.on('error', reject)
    call.end(bytes ?? undefined)
  })
}

function toBytes(body: unknown): Buffer | null {
  if (body === undefined) return null
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/**
 * Writes bytes to a fresh connection and reads until the server closes it.
 *
 * @returns what came back, and whether the server closed before `timeoutMs`
 */
export function sendBytes(
  url: string,
  parts: readonly string[],
  timeoutMs = 3_000,
): Promise<{ text: string; isClosed: boolean }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part)
    })
    const timer = setTimeout(() => finish(false), timeoutMs)
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, isClosed })
    }
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => finish(true))
    // A reset after the answer counts as closing.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') finish(true)
      else reject(error)
    })
  })
}
