import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { startChild, workerNodeOptions } from '../measuring/child.ts'
import { progress } from '../measuring/result.ts'
import { productServices, productSettings } from '../product/product-settings.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { copyHolder } from '../seeding/holder.ts'
import { newId } from '#/kernel/ids.ts'
import { createWebhookSecret } from '#/slices/events/delivery/signature.ts'
import { sealSecret } from '#/slices/events/endpoints/secrets.ts'
import type { BenchSettings } from '../settings.ts'

const endpointsOfHolder = 10
const [goodHolders, silentHolders] = [2, 5]
/** Events committed each second at each holder whose endpoints answer: ten deliveries each. */
const eventsPerSecond = 100
const tickMs = 100

/**
 * From the commit of an event to the first attempt, at 20 endpoints that answer, alone and beside 50 that never do; 2,000
 * deliveries a second.
 */
export async function benchWebhooks(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const url = await server.createDatabase()
  const holders = await copyHolder(url, goodHolders + silentHolders)
  const good = holders.slice(0, goodHolders)
  const silent = holders.slice(goodHolders)
  const receiver = await startReceivers()
  const services = productServices(productSettings(url, { api: 0, admin: 0 }))
  for (const holder of holders) {
    const isSilent = silent.includes(holder)
    const rows = Array.from({ length: endpointsOfHolder }, () => {
      const id = newId()
      const secrets = JSON.stringify([sealSecret(services.secretsAtRest, id, createWebhookSecret())])
      return `('${holder}', '${id}', '${newId()}', '${receiver.url}/${isSilent ? 'silent' : 'good'}', '', '${secrets}')`
    })
    await runSql(url, `insert into event_stream (platform_holder_id) values ('${holder}')`)
    await runSql(
      url,
      `insert into webhook_endpoint (platform_holder_id, id, client_request_id, url, description, secrets) values ${rows.join()}`,
    )
  }
  await runSql(url, 'vacuum (analyze)')
  const worker = await startChild('product/event-product.ts', { databaseUrl: url }, workerNodeOptions)
  try {
    const round = async (seconds: number, holdersOfEvents: readonly string[]) => {
      receiver.lagsMs.length = 0
      const wanted =
        ((Math.floor((seconds * 1_000) / tickMs) * (eventsPerSecond * tickMs)) / 1_000) *
        goodHolders *
        endpointsOfHolder
      const beganMs = performance.now()
      for (let tick = 0; tick < (seconds * 1_000) / tickMs; tick += 1) {
        await addEvents(url, holdersOfEvents, (eventsPerSecond * tickMs) / 1_000)
        await sleep(Math.max(0, beganMs + (tick + 1) * tickMs - performance.now()))
      }
      const writtenMs = performance.now() - beganMs
      while (receiver.lagsMs.length < wanted) await sleep(20)
      const tookMs = performance.now() - beganMs
      const sorted = receiver.lagsMs.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
      const perSecond = (wanted / tookMs) * 1_000
      progress(
        `webhooks: ${wanted} in ${(tookMs / 1_000).toFixed(1)} s (written in ${(writtenMs / 1_000).toFixed(1)} s), ${perSecond.toFixed(0)}/s, p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms`,
      )
      return { p50: at(0.5), p99: at(0.99), perSecond }
    }
    progress('webhooks: warming up')
    await round(2, good)
    const notes: string[] = []
    const ratios: number[] = []
    // The silent ones get their first events, which they keep for fifteen seconds each, while the others are measured.
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const alone = await round(settings.seconds, good)
      await addEvents(url, silent, 100)
      await sleep(1_000)
      const beside = await round(settings.seconds, good)
      await runSql(url, `update webhook_delivery set state = 'skipped' where platform_holder_id in (${list(silent)})`)
      ratios.push(beside.p99 / alone.p99)
      notes.push(
        `webhooks: pair ${pair}: alone ${alone.perSecond.toFixed(0)}/s, p50 ${alone.p50.toFixed(0)} ms, p99 ${alone.p99.toFixed(0)} ms; beside 50 that never answer ${beside.perSecond.toFixed(0)}/s, p50 ${beside.p50.toFixed(0)} ms, p99 ${beside.p99.toFixed(0)} ms`,
      )
    }
    return { notes, results: [{ name: 'webhooks', ratios, target: 1.5 }] }
  } finally {
    await worker.stop()
    receiver.stop()
  }
}

function list(ids: readonly string[]): string {
  return ids.map((id) => `'${id}'`).join()
}

async function addEvents(url: string, holders: readonly string[], count: number): Promise<void> {
  await runSql(
    url,
    `insert into event (platform_holder_id, type, schema_version, occurred_at, subject_id, subject_version, data)
     select h, 'appointment.updated', 1, clock_timestamp(), gen_random_uuid(), 2, '{"sourceSystem": "practice-system", "externalAppointmentId": "A-1001", "status": "registered", "scheduleRevision": 2, "locationId": "main", "changed": ["startsAt"]}'
     from unnest(array[${list(holders)}]::uuid[]) h, generate_series(1, ${count})`,
  )
}

/** Receivers of this machine: one path is answered at once, another never. */
async function startReceivers(): Promise<{ url: string; lagsMs: number[]; stop(): void }> {
  const lagsMs: number[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/silent') return
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string }
      lagsMs.push(Date.now() - Date.parse(timestamp))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    lagsMs,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
