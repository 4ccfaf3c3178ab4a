import { Client } from '#/kernel/postgres/db.ts'
import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import type { CaptureQuestion, Captured } from '../product/captured-statements.ts'
import { apiNodeOptions, startChild, type Child } from '../measuring/child.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { createHolders, type BenchHolder } from '../seeding/holder.ts'
import type { LoadAnswer, LoadQuestion } from '../measuring/load.ts'
import type { ServerAnswer } from '../product/product-server.ts'
import { requestsOf, type RequestPlan } from '../measuring/request-plan.ts'
import { median, progress, type Result } from '../measuring/result.ts'
import { promptStep, reminderStep, seedAppointments, seededId } from '../seeding/seed.ts'
import type { BenchSettings } from '../settings.ts'

type Stage = { readonly count: number; readonly url: string; readonly holder: BenchHolder; readonly server: Child }
type Kind = 'list' | 'get'

const spanSeconds = 300 * 86_400
const series = 1
const connections = 4

/**
 * The same requests on databases of growing size, in turn: one holder owns all appointments, pages begin at random
 * instants and single reads go to random appointments. The ratio is the p50 at the largest size over that at the smallest.
 */
export async function benchGrowth(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const children: Child[] = []
  const start = async (script: string, setup: unknown) => {
    const child = await startChild(script, setup, apiNodeOptions)
    children.push(child)
    return child
  }
  const firstStartsAt = Temporal.Now.instant().add({ hours: 30 * 24 })
  const planOf = (kind: Kind, { holder, count }: Stage): RequestPlan => {
    const who = { holderId: holder.id, apiKey: holder.apiKey }
    return kind === 'get'
      ? { kind, ...who, series, count }
      : { kind, ...who, fromMs: firstStartsAt.epochMilliseconds, spanMs: spanSeconds * 990 }
  }
  try {
    const stages: Stage[] = []
    for (const count of settings.growthStages) {
      progress(`growth: adding ${count} appointments with two reminders each`)
      const url = await server.createDatabase()
      const [holder] = await createHolders(url, 1)
      if (!holder) throw new Error('There is no holder to measure with')
      const steps = [promptStep, reminderStep]
      await seedAppointments(url, { holderId: holder.id, series, count, firstStartsAt, spanSeconds, steps })
      await runSql(url, 'vacuum (analyze)')
      stages.push({ count, url, holder, server: await start('product/product-server.ts', { databaseUrl: url }) })
    }
    const load = await start('measuring/load.ts', null)
    const measure = async (kind: Kind, stage: Stage, seconds: number) => {
      const { port } = await stage.server.ask<ServerAnswer>(null)
      const question: LoadQuestion = { port, connections, seconds, plan: planOf(kind, stage) }
      return load.ask<LoadAnswer>(question)
    }
    const notes: string[] = []
    const results: Result[] = []
    for (const kind of ['list', 'get'] as const) {
      const { rounds, ratios } = await takeTurns(stages, settings, (stage, seconds) => measure(kind, stage, seconds))
      for (const [index, { count }] of stages.entries()) {
        const middle = (of: (answer: LoadAnswer) => number) =>
          median(rounds.map((round) => of(round[index] as LoadAnswer)))
        notes.push(
          `${kind} at ${count} appointments: p50 ${middle((answer) => answer.p50Ms).toFixed(2)} ms, p99 ${middle((answer) => answer.p99Ms).toFixed(2)} ms`,
        )
      }
      results.push({ name: `growth-${kind}`, ratios, target: 1.3 })
    }
    const largest = stages.at(-1)
    if (largest) for (const kind of ['list', 'get'] as const) await explain(largest, kind, planOf(kind, largest))
    const [list, get] = results.map((result) => result.ratios)
    const worst = median(list ?? []) > median(get ?? []) ? list : get
    return { notes, results: [...results, { name: 'growth', ratios: worst ?? [], target: 1.3 }] }
  } finally {
    for (const child of children) await child.stop()
  }
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

/** Shows how the database answers the product's own query, under its role and its row-level security. */
async function explain({ url, holder, count }: Stage, kind: Kind, plan: RequestPlan): Promise<void> {
  const capture = await startChild('product/captured-statements.ts', { databaseUrl: url })
  const client = new Client({ connectionString: url, options: '-c role=tijdig_api -c timezone=UTC' })
  try {
    const question: CaptureQuestion = { request: requestsOf(plan, 'localhost')() }
    const statements = await capture.ask<Captured[]>(question)
    const text = statements.find(({ name }) => /^(list_appointments|select_appointment_view)/.test(name))?.text
    const from = Temporal.Now.instant()
      .add({ hours: 150 * 24 })
      .toString()
    const values = kind === 'list' ? [holder.id, from] : [holder.id, seededId(series, Math.ceil(count / 2))]
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
