import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { atEnd } from '../at-end.ts'

/** A minimal load balancer before several API processes. */
export type RoundRobin = {
  readonly url: string
  /** Requests whose connection was refused and that went to the next process. */
  passedOn(): number
}

/**
 * Spreads requests over ports of 127.0.0.1 in turn, over kept connections, and asks no health check: as nginx does with
 * two `server` lines. Only after a connection that did not come about is the next process tried: a request that a process
 * may have read is never repeated, because it may have taken effect.
 *
 * @param failTimeoutMs for how long a process that refused a connection gets no request; while all have refused, there is
 *   502
 */
export async function startRoundRobin(
  t: TestContext,
  ports: readonly number[],
  failTimeoutMs = 0,
): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true })
  const restsUntil = new Map<number, number>()
  let turn = 0
  let passedOn = 0
  const forward = (near: IncomingMessage, answer: ServerResponse, body: Buffer, first: number, tried = 0) => {
    const port = ports[(first + tried) % ports.length] ?? 0
    const passOn = (why: string) => {
      if (tried + 1 < ports.length) forward(near, answer, body, first, tried + 1)
      else answer.writeHead(502).end(why)
    }
    if (performance.now() < (restsUntil.get(port) ?? 0)) return passOn('no live upstreams')
    const far = request({ host: '127.0.0.1', port, path: near.url, method: near.method, headers: near.headers, agent })
    far.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, withoutConnection(response))
      response.pipe(answer)
      response.on('error', () => answer.destroy())
    })
    far.on('error', ({ syscall, code = 'unknown' }: NodeJS.ErrnoException) => {
      if (syscall === 'connect') {
        restsUntil.set(port, performance.now() + failTimeoutMs)
        passedOn += 1
        passOn(code)
      } else if (!answer.headersSent) answer.writeHead(502).end(code)
    })
    far.end(body)
  }
  const server = createServer((near, answer) => {
    const chunks: Buffer[] = []
    near.on('data', (chunk: Buffer) => chunks.push(chunk))
    near.on('end', () => forward(near, answer, Buffer.concat(chunks), turn++))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, async () => {
    server.closeAllConnections()
    agent.destroy()
    server.close()
    await once(server, 'close')
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passedOn: () => passedOn }
}

function withoutConnection(response: IncomingMessage): Record<string, string | string[] | undefined> {
  const { connection: _, 'keep-alive': __, ...headers } = response.headers
  return headers
}
