import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import { Type } from 'typebox'
import { newId } from '#/kernel/ids.ts'
import { createLog } from '#/kernel/log.ts'
import { inTransaction, openPool, type Client } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { keyRing, type KeyRing } from '#/kernel/secrets/key-ring.ts'
import { event } from '#/slices/events/events.ts'
import { makeSecret, sealSecret, startWebhookWorker, webhookNetworks } from '#/slices/webhooks/webhooks.ts'
import { keys, openPolicyWorld, type PolicyWorld } from './policy-world.ts'

export const happened = event({
  type: 'test.happened',
  schemaVersion: 1,
  subject: 'appointment',
  summary: 'For tests.',
  data: strictObject({ serial: Type.Integer(), locationId: Type.Union([Type.String(), Type.Null()]) }),
  example: { serial: 1, locationId: null },
})

/** A call that a receiver got. */
export type Call = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly path: string }

export type Receiver = {
  /** Of a path of its own: `/ok`. */
  readonly url: string
  readonly calls: Call[]
  /** Most calls that were open at once. */
  mostOpen: number
  close(): Promise<void>
}

/** An HTTP server on the loopback that answers as it is told; by default 204. */
export async function startReceiver(
  answer: (response: ServerResponse, call: Call) => void = (response) => response.writeHead(204).end(),
): Promise<Receiver> {
  let open = 0
  const server = createServer((request, response) => {
    open += 1
    receiver.mostOpen = Math.max(receiver.mostOpen, open)
    response.once('close', () => (open -= 1))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8'), path: request.url ?? '' }
      receiver.calls.push(call)
      answer(response, call)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    mostOpen: 0,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return receiver
}

export const ring = keyRing([{ id: 'test', key: keys.atRest }])

/** Writes an endpoint as the API would, with other columns where they are given. @returns its id and its secret */
export async function insertEndpoint(
  owner: Client,
  sealedBy: KeyRing,
  holder: string,
  url: string,
  given: Record<string, unknown> = {},
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [newId(), makeSecret()]
  await owner.query('insert into event_stream (platform_holder_id) values ($1) on conflict do nothing', [holder])
  const row = {
    platform_holder_id: holder,
    id,
    url,
    secrets: JSON.stringify([{ sealed: sealSecret(sealedBy, id, secret), endsAt: null }]),
    ...given,
  }
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  await owner.query(
    `insert into webhook_endpoint (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  )
  return { id, secret }
}

/** Writes events as a change would. */
export async function insertEvents(owner: Client, holder: string, count: number): Promise<void> {
  await owner.query(
    `insert into event (platform_holder_id, type, schema_version, subject_type, subject_id, subject_version, data)
     select $1, 'test.happened', 1, 'appointment', gen_random_uuid(), 1, jsonb_build_object('serial', serial, 'locationId', null)
     from generate_series(1, $2::integer) serial`,
    [holder, count],
  )
}

type DeliveryRow = {
  position: number
  state: string
  attempts: number
  tries: number
  nextAt: Temporal.Instant | null
  waitSeconds: number | null
}

/** Endpoints, events and workers on a database of their own. */
export type WebhookWorld = PolicyWorld & {
  /** Acts as tijdig_worker. */
  readonly workers: Pool
  /** @returns its id and its secret */
  createEndpoint(
    holder: string,
    url: string,
    columns?: Record<string, unknown>,
  ): Promise<{ id: string; secret: string }>
  emit(holder: string, count: number, locationId?: string | null): Promise<void>
  startWorker(): ReturnType<typeof startWebhookWorker>
  deliveries(endpointId: string): Promise<DeliveryRow[]>
  endpoint(endpointId: string): Promise<Record<string, unknown>>
}

/** Call it within a suite, whose hooks end before the database is dropped. */
export async function openWebhookWorld(): Promise<WebhookWorld> {
  const world = await openPolicyWorld()
  const onIdleError = (error: Error) => assert.fail(error)
  const workers = openPool({ databaseUrl: world.url, role: 'tijdig_worker', size: 8, isKeyedOnly: true, onIdleError })
  const networks = webhookNetworks({ isProduction: false, allowed: [] })
  return {
    ...world,
    workers,
    createEndpoint: (holder, url, columns) => insertEndpoint(world.owner, ring, holder, url, columns),
    emit: (holder, count, locationId = null) =>
      inTransaction(world.pool, { holder }, async (tx) =>
        happened.emit(
          tx,
          Array.from({ length: count }, (_, index) => ({
            platformHolderId: holder,
            subjectId: newId(),
            subjectVersion: 1,
            data: { serial: index + 1, locationId },
          })),
        ),
      ),
    startWorker: () =>
      startWebhookWorker({
        pool: workers,
        services: { secretsAtRest: ring, webhookNetworks: networks },
        log: createLog('error', process.stderr),
        pollMs: 50,
        onAttempt: () => undefined,
      }),
    async deliveries(endpointId) {
      const { rows } = await world.owner.query<DeliveryRow>(
        `select position, state, attempts, tries, next_at,
           extract(epoch from next_at - now())::double precision as wait_seconds
         from webhook_delivery where endpoint_id = $1 order by position`,
        [endpointId],
      )
      return rows
    },
    async endpoint(endpointId) {
      const { rows } = await world.owner.query('select * from webhook_endpoint where id = $1', [endpointId])
      return rows[0] ?? assert.fail('There is no such endpoint')
    },
    async close() {
      networks.close()
      await workers.end()
      await world.close()
    },
  }
}
