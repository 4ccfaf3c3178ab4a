import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { apiNodeOptions, startChild, workerNodeOptions, type Child } from '../measuring/child.ts'
import { describe } from '../measuring/compare-servers.ts'
import type { LoadAnswer, LoadQuestion } from '../measuring/load.ts'
import { cancellation, type RequestPlan } from '../measuring/request-plan.ts'
import { median, progress } from '../measuring/result.ts'
import { benchOrigin } from '../product/product-settings.ts'
import type { ServerAnswer } from '../product/product-server.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { createHolders, signInStaff } from '../seeding/holder.ts'
import { promptStep, reminderStep, seedAppointments } from '../seeding/seed.ts'
import type { BenchSettings } from '../settings.ts'
import { setPolicies } from './dispatch.ts'

/** Appointments of a batch, as many as one may have, and how far they lie apart: new ones come in beyond all batches of a run. */
const ofBatch = 1_000
const apartSeconds = 20
const windowMs = ofBatch * apartSeconds * 1_000
const connections = 50
/** What a preview may take at p50, in milliseconds. */
const previewTargetMs = 300

/**
 * Cancelling a thousand appointments among all that a holder has ahead: what its preview takes, how long it takes until all are
 * applied while new appointments of the holder go on coming in, and the p99 of intake meanwhile over that of a quiet moment
 * just before.
 */
export async function benchBatches(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const databaseUrl = await server.createDatabase()
  const [holder] = await createHolders(databaseUrl, 1)
  if (!holder) throw new Error('There is no holder to measure with')
  const first = Temporal.Now.instant().round('second').add({ hours: 24 })
  const count = Math.max(settings.batchRows, ofBatch * (settings.pairs + 1))
  progress(`batches: adding ${count} appointments with two reminders each`)
  await seedAppointments(databaseUrl, {
    holderId: holder.id,
    series: 1,
    count,
    firstStartsAt: first,
    spanSeconds: count * apartSeconds,
    steps: [promptStep, reminderStep],
  })
  await setPolicies(databaseUrl)
  const { cookie } = await signInStaff(databaseUrl)
  await runSql(databaseUrl, 'vacuum (analyze)')
  const children: Child[] = []
  const start = async (script: string, setup: unknown, options: readonly string[]) => {
    const child = await startChild(script, setup, options)
    children.push(child)
    return child
  }
  const bell = await startBell(databaseUrl)
  try {
    const product = await start('product/product-server.ts', { databaseUrl }, apiNodeOptions)
    const load = await start('measuring/load.ts', null, [])
    const { port } = await product.ask<ServerAnswer>(null)
    const preview: LoadQuestion = {
      port,
      connections: 1,
      seconds: settings.seconds,
      plan: {
        kind: 'preview',
        holderId: holder.id,
        cookie,
        origin: benchOrigin,
        fromMs: first.epochMilliseconds,
        spanMs: count * apartSeconds * 1_000 - windowMs,
        windowMs,
      },
    }
    await load.ask<LoadAnswer>(preview)
    const previewsMs: number[] = []
    for (let round = 1; round <= settings.pairs; round += 1) {
      const answer = await load.ask<LoadAnswer>(preview)
      previewsMs.push(answer.p50Ms)
      progress(`batches: previews ${round}: ${describe(answer)}`)
    }

    await start('product/batch-product.ts', { databaseUrl }, workerNodeOptions)
    const browser = { base: `http://127.0.0.1:${port}/api/v1/platform-holders/${holder.id}`, cookie }
    const intake = (run: string, beside?: LoadQuestion['beside']) => {
      const plan: RequestPlan = { kind: 'intake', holderId: holder.id, apiKey: holder.apiKey, run }
      const question = { port, connections, seconds: settings.seconds, plan }
      return load.ask<LoadAnswer>(beside === undefined ? question : { ...question, beside })
    }
    const apply = async (round: number) => {
      await confirmBatch(browser, first.epochMilliseconds + round * windowMs)
      const answer = await intake(`batch-${round}`, {
        port: bell.port,
        request: 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
      })
      await settle(databaseUrl)
      return answer
    }
    progress('batches: warming up')
    await intake('warm-up')
    await apply(0)
    const rounds: { seconds: number; ratio: number }[] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const quiet = await intake(`quiet-${pair}`)
      const busy = await apply(pair)
      rounds.push({ seconds: busy.seconds, ratio: busy.p99Ms / quiet.p99Ms })
      progress(
        `batches: batch ${pair}: ${busy.seconds.toFixed(1)} s; intake quiet ${describe(quiet)}; during the batch ${describe(busy)}, max ${busy.maxMs.toFixed(0)} ms`,
      )
    }
    return {
      notes: [
        `preview of ${ofBatch} of ${count} appointments: p50 ${median(previewsMs).toFixed(0)} ms, target ${previewTargetMs} ms`,
      ],
      results: [
        { name: 'batches-preview', ratios: previewsMs.map((ms) => ms / previewTargetMs), target: 1 },
        { name: 'batches-intake-p99', ratios: rounds.map(({ ratio }) => ratio), target: 4 },
        { name: 'batches', unit: 'seconds', ratios: rounds.map(({ seconds }) => seconds), target: 10 },
      ],
    }
  } finally {
    bell.stop()
    for (const child of children) await child.stop()
  }
}

/** Previews and confirms a batch of whatever starts in a window, as a browser does. */
async function confirmBatch({ base, cookie }: { base: string; cookie: string }, fromMs: number): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { cookie, origin: benchOrigin, 'x-service-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
    return ((await response.json()) as { data: { appointments: number; previewToken: string } }).data
  }
  const { appointments, previewToken } = await post('/batches/preview', cancellation(fromMs, windowMs))
  if (appointments !== ofBatch) throw new Error(`A batch has ${appointments} appointments, not ${ofBatch}`)
  await post('/batches', { clientRequestId: crypto.randomUUID(), previewToken })
}

/** Answers a request once a batch is applied whose two minutes it ends, so that the load lasts as long as that. */
async function startBell(databaseUrl: string) {
  const server = createServer((_, response) => {
    const ring = async () => {
      await runSql(databaseUrl, `update batch set runs_at = now() where state = 'holding'`)
      const isApplied = `select bool_and(applied_at is not null) as applied from batch`
      while ((await runSql(databaseUrl, isApplied))[0]?.['applied'] !== true) await sleep(50)
    }
    ring().then(
      () => response.end('applied'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() }
}

/** Checks that everybody is told, and lets the next batch begin like this one: no other at work, and a day that has sent nothing. */
async function settle(databaseUrl: string): Promise<void> {
  const state = `select count(*) filter (where i.state = 'applied' and a.status = 'cancelled')::int as applied,
      count(*) filter (where r.state = 'sent')::int as sent
    from (select * from batch order by created_at desc limit 1) b
    join batch_item i on i.platform_holder_id = b.platform_holder_id and i.batch_id = b.id
    join appointment a on a.platform_holder_id = i.platform_holder_id and a.id = i.appointment_id
    left join reminder r on r.platform_holder_id = i.platform_holder_id and r.appointment_id = i.appointment_id and r.offset_key = 'batch:' || b.id`
  for (let tries = 0; ; tries += 1) {
    const [row] = await runSql(databaseUrl, state)
    if (row?.['sent'] === ofBatch && row['applied'] === ofBatch) break
    if (tries > 60) throw new Error(`Of ${ofBatch} appointments ${JSON.stringify(row)}`)
    await sleep(1_000)
  }
  await runSql(
    databaseUrl,
    `update batch set state = 'done', ended_at = now() where state = 'running'`,
    `update reminder_allowance set created_at = created_at - interval '2 days'`,
    'vacuum (analyze)',
  )
}
