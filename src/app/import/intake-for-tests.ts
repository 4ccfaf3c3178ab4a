import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ImportOptions, ImportReporter } from './import-options.ts'

export type ReceivedBody = {
  readonly sourceSystem: string
  readonly externalAppointmentId: string
  readonly [field: string]: unknown
}

/** Answers a call instead of the intake; false lets the intake answer. `count` is the number of this call, from 1. */
export type Fault = (call: { body: ReceivedBody; count: number; response: ServerResponse }) => boolean

export type IntakePeer = {
  readonly url: string
  /** What is registered, by source key. */
  readonly appointments: Map<string, ReceivedBody>
  /** Every body that reached the intake, in the order of arrival, refused ones too. */
  readonly received: ReceivedBody[]
  readonly keys: Set<string>
  fault: Fault
  stop(): Promise<void>
}

/** An intake for the import's HTTP client, which keeps what it gets, and can be made to fail. */
export async function startIntake({ delayMs = 0, holderId = 'holder-1' } = {}): Promise<IntakePeer> {
  const appointments = new Map<string, ReceivedBody>()
  const received: ReceivedBody[] = []
  const keys = new Set(['key-1'])
  const server = createServer((request, response) => void answer(request, response))
  const peer: IntakePeer = {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    appointments,
    received,
    keys,
    fault: () => false,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (!keys.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) {
      return refuse(response, 401, 'UNAUTHENTICATED', 'Send a valid API key.')
    }
    if (request.url === '/api/v1/me')
      return send(response, 200, { platformHolderId: holderId, scopes: ['appointments:intake'] })
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedBody
    received.push(body)
    if (peer.fault({ body, count: received.length, response })) return
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const key = `${body.sourceSystem} ${body.externalAppointmentId}`
    const before = appointments.get(key)
    if (request.url?.endsWith('/cancellation')) {
      if (!before) return refuse(response, 404, 'NOT_FOUND', 'There is no such resource in your context.')
      appointments.delete(key)
      return send(response, 200, { status: 'cancelled' })
    }
    appointments.set(key, body)
    const outcome =
      before === undefined ? 'created' : JSON.stringify(before) === JSON.stringify(body) ? 'unchanged' : 'updated'
    send(response, before ? 200 : 201, { outcome, warnings: [] })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return peer
}

/** Answers with an ApiError. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  details: object[] = [],
): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { code, message, retryable: false, details }, requestId: 'req_test' }))
}

function send(response: ServerResponse, status: number, data: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data, requestId: 'req_test' }))
}

/** Short pauses; a request has its time also on a machine that is busy. */
export const timingForTests = { firstPauseMs: 10, requestTimeoutMs: 10_000, attempts: 4, longestWaitMs: 3_000 }

/** Options of an import of `file` into `peer`, with pauses short enough for a test, and what its reporter received. */
export function importOptionsFor(
  peer: Pick<IntakePeer, 'url'>,
  file: string,
  changes: Partial<ImportOptions> = {},
): { options: ImportOptions; heard: string[] } {
  const heard: string[] = []
  const reporter: ImportReporter = {
    note: (sentence) => heard.push(sentence),
    rejected: (line, faults) =>
      heard.push(`line ${line}: ${faults.map(({ field, reason }) => `${field} ${reason}`).join('; ')}`),
    warned: (line, { code }) => heard.push(`line ${line}: ${code}`),
    progress: () => undefined,
  }
  const options: ImportOptions = {
    file,
    holderId: 'holder-1',
    sourceSystem: 'practice',
    mappingJson: null,
    baseUrl: peer.url,
    apiKey: 'key-1',
    isDryRun: false,
    concurrency: 4,
    timezone: 'Europe/Amsterdam',
    today: null,
    stateFile: null,
    timing: timingForTests,
    signal: new AbortController().signal,
    reporter,
    ...changes,
  }
  return { options, heard }
}
