import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { newId } from '#/kernel/ids.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { makeSecret, sealSecret } from '#/slices/webhooks/webhooks.ts'
import type { Received, ReceiverPorts } from '../baseline/webhook-receiver.ts'
import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { startChild, workerNodeOptions, type Child } from '../measuring/child.ts'
import { progress } from '../measuring/result.ts'
import { productServices, productSettings } from '../product/product-settings.ts'
import type { BenchServer } from '../seeding/database.ts'
import { copyHolder } from '../seeding/holder.ts'
import type { BenchSettings } from '../settings.ts'

const answeringHolders = 4
const endpointsOfEach = 5
const silentEndpoints = 50
const tickMs = 100
const ticksOfSecond = 10
/** Deliveries a second; on a machine that cannot do twice as many, half of what it can, so that none waits for others. */
const wantedPerSecond = 2_000

type Round = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly unanswered: number }

/**
 * Deliveries to twenty endpoints that answer at once, at an even pace, alone and beside fifty of other organizations that
 * never answer. What is compared is how long after its event the slowest hundredth is called.
 */
export async function benchWebhooks(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const url = await server.createDatabase()
  const holders = await copyHolder(url, answeringHolders + silentEndpoints)
  const pool = openPool({ databaseUrl: url, role: 'tijdig_operator', size: 2, onIdleError: () => undefined })
  const receiver = await startChild('baseline/webhook-receiver.ts', null)
  const worker = await startChild('product/webhook-product.ts', { databaseUrl: url }, workerNodeOptions)
  try {
    const ports = await receiver.ask<ReceiverPorts>('ports')
    const [answering, silent] = [holders.slice(0, answeringHolders), holders.slice(answeringHolders)]
    await createEndpoints(pool, url, answering, endpointsOfEach, ports.answering)
    await createEndpoints(pool, url, silent, 1, ports.silent)
    const children = { receiver, worker }
    await drain(pool, children, answering, 2_000)
    const capacity = await drain(pool, children, answering, 20_000)
    const aTick = (Math.min(wantedPerSecond, capacity / 2) * tickMs) / 1_000
    const eventsOfTick = Math.max(1, Math.floor(aTick / (answeringHolders * endpointsOfEach)))
    const run = (others: readonly string[]) =>
      round(pool, children, { answering, others, silent }, eventsOfTick, settings.seconds)
    const ratios: number[] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const [alone, beside] = [await run([]), await run(silent)]
      ratios.push(beside.p99 / alone.p99)
      progress(
        `webhooks: pair ${pair}: alone ${inWords(alone)}; beside ${silentEndpoints} that never answer ${inWords(beside)}`,
      )
    }
    const notes = [`webhooks: ${capacity.toFixed(0)} a second of 20,000 that were due at once`]
    return { notes, results: [{ name: 'webhooks', ratios, target: 1.5 }] }
  } finally {
    await worker.stop()
    await receiver.stop()
    await pool.end()
  }
}

function inWords({ perSecond: rate, p50, p99, unanswered }: Round): string {
  return `${rate.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms${unanswered > 0 ? `, ${unanswered} unanswered` : ''}`
}

type Children = { readonly receiver: Child; readonly worker: Child }
type Holders = {
  readonly answering: readonly string[]
  readonly others: readonly string[]
  readonly silent: readonly string[]
}

/** Writes events at an even pace, with a worker that has just started, until all of them have arrived. */
async function round(
  pool: pg.Pool,
  { receiver, worker }: Children,
  holders: Holders,
  eventsOfTick: number,
  seconds: number,
): Promise<Round> {
  const { answering, others, silent } = holders
  // Those that never answer are as on their first day: nothing is known against them.
  await pool.query(
    `update webhook_endpoint
     set status = case when platform_holder_id = any ($1) then 'enabled' else 'paused' end, due_at = null,
       lease_until = null, failing_since = null, failing_told_at = null
     where platform_holder_id = any ($2)`,
    [others, silent],
  )
  await pool.query(`update webhook_delivery set state = 'failed' where state <> 'delivered'`)
  await receiver.ask('received')
  await worker.ask('start')
  const startedMs = Date.now()
  const ticks = Math.round((seconds * 1_000) / tickMs)
  for (let tick = 0; tick < ticks; tick += 1) {
    await insert(pool, answering, eventsOfTick)
    // In both rounds: what is compared is endpoints that hang, and not the events of more organizations.
    if (tick % ticksOfSecond === 0) await insert(pool, silent, 1)
    await sleep(Math.max(0, startedMs + (tick + 1) * tickMs - Date.now()))
  }
  const { lagsMs, lastAtMs, unanswered } = await untilReceived(
    receiver,
    ticks * eventsOfTick * answering.length * endpointsOfEach,
  )
  await worker.ask('stop')
  const sorted = lagsMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { perSecond: (lagsMs.length * 1_000) / (lastAtMs - startedMs), p50: at(0.5), p99: at(0.99), unanswered }
}

/** @returns deliveries a second, when so many are due at once */
async function drain(pool: pg.Pool, { receiver, worker }: Children, holders: readonly string[], count: number) {
  const events = count / holders.length / endpointsOfEach
  for (let left = events; left > 0; left -= 500) await insert(pool, holders, Math.min(left, 500))
  await receiver.ask('received')
  const startedMs = Date.now()
  await worker.ask('start')
  const { lastAtMs } = await untilReceived(receiver, count)
  await worker.ask('stop')
  return (count * 1_000) / (lastAtMs - startedMs)
}

async function untilReceived(receiver: Child, count: number): Promise<Received> {
  const lagsMs: number[] = []
  let unanswered = 0
  for (;;) {
    const received = await receiver.ask<Received>('received')
    lagsMs.push(...received.lagsMs)
    unanswered += received.unanswered
    if (lagsMs.length >= count) return { ...received, lagsMs, unanswered }
    await sleep(tickMs)
  }
}

function insert(pool: pg.Pool, holders: readonly string[], count: number) {
  return pool.query(
    `insert into event (platform_holder_id, type, schema_version, subject_type, subject_id, subject_version, data)
     select holder, 'appointment.updated', 1, 'appointment', uuidv7(), 1,
       jsonb_build_object('sourceSystem', 'practice', 'externalAppointmentId', 'A-' || n, 'status', 'registered',
         'scheduleRevision', 2, 'locationId', null, 'changed', '["startsAt"]'::jsonb)
     from unnest($1::uuid[]) holder, generate_series(1, $2::integer) n`,
    [holders, count],
  )
}

async function createEndpoints(
  pool: pg.Pool,
  databaseUrl: string,
  holders: readonly string[],
  each: number,
  port: number,
) {
  const { secretsAtRest } = productServices(productSettings(databaseUrl, { api: 0, admin: 0 }))
  for (const holder of holders) {
    await pool.query('insert into event_stream (platform_holder_id) values ($1) on conflict do nothing', [holder])
    for (let number = 1; number <= each; number += 1) {
      const id = newId()
      const secrets = [{ sealed: sealSecret(secretsAtRest, id, makeSecret()), endsAt: null }]
      await pool.query('insert into webhook_endpoint (platform_holder_id, id, url, secrets) values ($1, $2, $3, $4)', [
        holder,
        id,
        `http://127.0.0.1:${port}/${number}`,
        JSON.stringify(secrets),
      ])
    }
  }
}
