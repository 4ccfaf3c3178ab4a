import { totalmem } from 'node:os'
import { Client } from '#/kernel/postgres/db.ts'
import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import type { CaptureQuestion, Captured } from '../product/captured-statements.ts'
import { apiNodeOptions, startChild, workerNodeOptions, type Child } from '../measuring/child.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { copyHolder, createHolders, type BenchHolder } from '../seeding/holder.ts'
import { drainReminders, setPolicies, type Worked } from './dispatch.ts'
import type { LoadAnswer, LoadQuestion } from '../measuring/load.ts'
import type { ServerAnswer } from '../product/product-server.ts'
import { requestsOf, type RequestPlan } from '../measuring/request-plan.ts'
import { median, progress, type Result } from '../measuring/result.ts'
import { promptStep, reminderStep, seedAppointments, seededId } from '../seeding/seed.ts'
import { seedHistory } from '../seeding/seed-history.ts'
import type { BenchSettings } from '../settings.ts'

type Stage = {
  readonly count: number
  readonly isLargerThanMemory: boolean
  readonly url: string
  readonly holder: BenchHolder
  readonly server: Child
  readonly worked: Worked
}
type Kind = 'list' | 'get' | 'intake'

const spanSeconds = 300 * 86_400
const series = 1
const connections = 4
/** How much longer a single row or a page may take where much of the largest database is read from disk. */
const readsFromDiskTarget = 1.5
/** Most holders that share a history, and the fewest appointments of each. */
const holdersMax = 3_000
const ofOneHolder = 200

/**
 * The same requests and reminders, in turn on databases of growing size. Half of the appointments are the history of
 * thousands of holders over two years; the other half are future ones of the holder that makes the requests: pages from
 * random instants on, and random single appointments. The ratio is the p50 at the largest size over that at the
 * smallest; for dispatch, of the time per reminder.
 */
export async function benchGrowth(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const children: Child[] = []
  const start = async (script: string, setup: unknown, options: readonly string[] = apiNodeOptions) => {
    const child = await startChild(script, setup, options)
    children.push(child)
    return child
  }
  const firstStartsAt = Temporal.Now.instant().add({ hours: 30 * 24 })
  let runs = 0
  const planOf = (kind: Kind, { holder, count }: Stage): RequestPlan => {
    const who = { holderId: holder.id, apiKey: holder.apiKey }
    if (kind === 'intake') return { kind, ...who, run: `growth-${(runs += 1)}` }
    return kind === 'get'
      ? { kind, ...who, series, count: count / 2 }
      : { kind, ...who, fromMs: firstStartsAt.epochMilliseconds, spanMs: spanSeconds * 990 }
  }
  const prepare = async (count: number): Promise<Stage> => {
    progress(`growth: making ${count} appointments with two reminders each`)
    const startedMs = performance.now()
    const url = await server.createDatabase()
    const [holder] = await createHolders(url, 1)
    if (!holder) throw new Error('There is no holder to measure with')
    const holderIds = await copyHolder(url, Math.min(holdersMax, Math.ceil(count / ofOneHolder)))
    await setPolicies(url)
    await seedHistory(url, { holderIds, count: count / 2 })
    const steps = [promptStep, reminderStep]
    await seedAppointments(url, { holderId: holder.id, series, count: count / 2, firstStartsAt, spanSeconds, steps })
    await runSql(url, 'vacuum (analyze)')
    const [size] = await runSql(
      url,
      'select pg_database_size(current_database()) as bytes, pg_size_pretty(pg_database_size(current_database())) as pretty',
    )
    progress(
      `growth: ${count} appointments are ${String(size?.['pretty'])}, made in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`,
    )
    const worker = await start('product/dispatch-product.ts', { databaseUrl: url }, workerNodeOptions)
    const worked = { url, holderIds: holderIds.slice(0, settings.dispatchHolders), worker, series }
    const isLargerThanMemory = Number(size?.['bytes']) > totalmem()
    return {
      count,
      isLargerThanMemory,
      url,
      holder,
      server: await start('product/product-server.ts', { databaseUrl: url }),
      worked,
    }
  }
  try {
    const stages: Stage[] = []
    for (const count of settings.growthStages) stages.push(await prepare(count))
    const load = await start('measuring/load.ts', null)
    const measure = async (kind: Kind, stage: Stage, seconds: number) => {
      const { port } = await stage.server.ask<ServerAnswer>(null)
      const question: LoadQuestion = { port, connections, seconds, plan: planOf(kind, stage) }
      return load.ask<LoadAnswer>(question)
    }
    const notes: string[] = []
    const results: Result[] = []
    for (const kind of ['list', 'get', 'intake'] as const) {
      const { rounds, ratios } = await takeTurns(stages, settings, (stage, seconds) => measure(kind, stage, seconds))
      for (const [index, { count }] of stages.entries()) {
        const middle = (of: (answer: LoadAnswer) => number) =>
          median(rounds.map((round) => of(round[index] as LoadAnswer)))
        notes.push(
          `${kind} at ${count} appointments: p50 ${middle((answer) => answer.p50Ms).toFixed(2)} ms, p99 ${middle((answer) => answer.p99Ms).toFixed(2)} ms`,
        )
      }
      const target = kind !== 'intake' && stages.at(-1)?.isLargerThanMemory ? readsFromDiskTarget : 1.3
      results.push({ name: `growth-${kind}`, ratios, target })
    }
    results.push({ name: 'growth-dispatch', ratios: await dispatchInTurn(stages, settings), target: 1.3 })
    const largest = stages.at(-1)
    if (largest) for (const kind of ['list', 'get'] as const) await explain(largest, kind, planOf(kind, largest))
    const [worst] = results.toSorted(
      (one, other) => median(other.ratios) / other.target - median(one.ratios) / one.target,
    )
    return { notes, results: worst ? [...results, { ...worst, name: 'growth' }] : results }
  } finally {
    for (const child of children) await child.stop()
  }
}

/** @returns time per reminder at the largest size over that at the smallest, per pair */
async function dispatchInTurn(stages: readonly Stage[], settings: BenchSettings): Promise<number[]> {
  for (const { worked } of stages) await drainReminders(worked, Math.ceil(settings.dispatchRows / 4))
  const ratios: number[] = []
  for (let pair = 1; pair <= settings.pairs; pair += 1) {
    const rates: number[] = []
    for (const { worked } of stages) rates.push(await drainReminders(worked, settings.dispatchRows))
    ratios.push((rates[0] ?? Number.NaN) / (rates.at(-1) ?? Number.NaN))
    progress(`growth: round ${pair}: ${rates.map((rate) => rate.toFixed(0)).join(', ')} reminders/s`)
  }
  return ratios
}

async function takeTurns(
  stages: readonly Stage[],
  settings: BenchSettings,
  measure: (stage: Stage, seconds: number) => Promise<LoadAnswer>,
): Promise<{ rounds: LoadAnswer[][]; ratios: number[] }> {
  for (const stage of stages) await measure(stage, Math.min(3, settings.seconds))
  const rounds: LoadAnswer[][] = []
  for (let pair = 1; pair <= settings.pairs; pair += 1) {
    const round: LoadAnswer[] = []
    for (const stage of stages) round.push(await measure(stage, settings.seconds))
    rounds.push(round)
    progress(`growth: round ${pair}: p50 ${round.map((answer) => answer.p50Ms.toFixed(2)).join(', ')} ms`)
  }
  const ratios = rounds.map((round) => (round.at(-1)?.p50Ms ?? Number.NaN) / (round[0]?.p50Ms ?? Number.NaN))
  return { rounds, ratios }
}

/** Prints the plan of the product's own query, under its role and row-level security. */
async function explain({ url, holder, count }: Stage, kind: 'list' | 'get', plan: RequestPlan): Promise<void> {
  const capture = await startChild('product/captured-statements.ts', { databaseUrl: url })
  const client = new Client({ connectionString: url, options: '-c role=tijdig_api -c timezone=UTC' })
  try {
    const question: CaptureQuestion = { request: requestsOf(plan, 'localhost')() }
    const statements = await capture.ask<Captured[]>(question)
    const text = statements.find(({ name }) => /^(list_appointments|select_appointment_view)/.test(name))?.text
    const from = Temporal.Now.instant()
      .add({ hours: 150 * 24 })
      .toString()
    const values = kind === 'list' ? [holder.id, from] : [holder.id, seededId(series, Math.ceil(count / 4))]
    await client.connect()
    await client.query(`begin; set local app.holder = '${holder.id}'`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, values)
    await client.query('rollback')
    progress([`${kind} at ${count} appointments:`, ...rows.map((row) => row['QUERY PLAN'])].join('\n'))
  } finally {
    await client.end()
    await capture.stop()
  }
}
