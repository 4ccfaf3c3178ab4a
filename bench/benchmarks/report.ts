import { openPool } from '#/kernel/postgres/db.ts'
import { countReportDays } from '#/slices/report/count-report-days.ts'
import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { apiNodeOptions, startChild, type Child } from '../measuring/child.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { createHolders } from '../seeding/holder.ts'
import type { LoadAnswer, LoadQuestion } from '../measuring/load.ts'
import type { ServerAnswer } from '../product/product-server.ts'
import { median, progress } from '../measuring/result.ts'
import { promptStep, reminderStep, seedAppointments } from '../seeding/seed.ts'
import type { BenchSettings } from '../settings.ts'

/** What a report over a year may take at p50, in milliseconds. */
const targetMs = 300

/**
 * The report of a holder with a million appointments in the year it is about, by each grouping in turn, on one
 * connection. The year ends yesterday: its last days are counted from their appointments, the others were counted before.
 */
export async function benchReport(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const count = settings.growthStages.at(-1) ?? 1_000_000
  const databaseUrl = await server.createDatabase()
  const [holder] = await createHolders(databaseUrl, 1)
  if (!holder) throw new Error('There is no holder to measure with')
  progress(`report: adding ${count} appointments of the past year with two reminders each`)
  const today = Temporal.Now.plainDateISO('Europe/Amsterdam')
  const from = today.subtract({ days: 365 })
  await seedAppointments(databaseUrl, {
    holderId: holder.id,
    series: 1,
    count,
    firstStartsAt: from.toZonedDateTime('Europe/Amsterdam').toInstant(),
    spanSeconds: 365 * 86_400,
    steps: [promptStep, reminderStep],
  })
  progress('report: telling what became of them')
  await runSql(
    databaseUrl,
    `update reminder set state = 'delivered', run_at = null, handed_over_at = due_at, attempts = 1, locale = 'nl',
       updated_at = due_at`,
    `update appointment set status = case when right(id::text, 1) in ('0', '1') then 'no_show' else 'completed' end,
       created_at = starts_at - interval '20 days', updated_at = starts_at`,
    'vacuum (analyze)',
  )
  const countMs = await countDays(databaseUrl)
  await runSql(databaseUrl, 'vacuum (analyze)')
  const children: Child[] = []
  const start = async (script: string, setup: unknown) => {
    const child = await startChild(script, setup, apiNodeOptions)
    children.push(child)
    return child
  }
  try {
    const product = await start('product/product-server.ts', { databaseUrl })
    const load = await start('measuring/load.ts', null)
    const { port } = await product.ask<ServerAnswer>(null)
    const days = `from=${from.toString()}&to=${today.subtract({ days: 1 }).toString()}`
    const plan = { kind: 'report', holderId: holder.id, apiKey: holder.apiKey, days } as const
    const p50s: number[] = []
    for (let round = 0; round <= settings.pairs; round += 1) {
      const question: LoadQuestion = { port, connections: 1, seconds: settings.seconds, plan }
      const answer = await load.ask<LoadAnswer>(question)
      if (round === 0) continue
      p50s.push(answer.p50Ms)
      progress(`report: round ${round}: p50 ${answer.p50Ms.toFixed(1)} ms, p99 ${answer.p99Ms.toFixed(1)} ms`)
    }
    return {
      notes: [
        `report over one year and ${count} appointments: p50 ${median(p50s).toFixed(1)} ms, target ${targetMs} ms; its days were counted in ${(countMs / 1_000).toFixed(1)} s, once`,
      ],
      results: [{ name: 'report', ratios: p50s.map((p50) => p50 / targetMs), target: 1 }],
    }
  } finally {
    for (const child of children) await child.stop()
  }
}

/** What the worker does in the background, a few days at a time. @returns how long it took, in milliseconds */
async function countDays(databaseUrl: string): Promise<number> {
  const operator = openPool({
    databaseUrl,
    role: 'tijdig_operator',
    size: 1,
    onIdleError: (error) => process.stderr.write(`${error.message}\n`),
  })
  const startedMs = performance.now()
  try {
    let days = 0
    for (let counted = 1; counted > 0; days += counted) counted = await countReportDays(operator, 20)
    progress(`report: counted ${days} days`)
    return performance.now() - startedMs
  } finally {
    await operator.end()
  }
}
