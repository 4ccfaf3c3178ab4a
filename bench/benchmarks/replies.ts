import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { apiNodeOptions, startChild, type Child } from '../measuring/child.ts'
import type { LoadAnswer, LoadQuestion } from '../measuring/load.ts'
import { median, progress } from '../measuring/result.ts'
import type { ServerAnswer } from '../product/product-server.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { createHolders, type BenchHolder } from '../seeding/holder.ts'
import { seedAppointments } from '../seeding/seed.ts'
import { seedReplies } from '../seeding/seed-replies.ts'
import type { BenchSettings } from '../settings.ts'

type Stage = { readonly count: number; readonly holder: BenchHolder; readonly server: Child }

const series = 1
/** Over as many days replies came in. */
const days = 600
const target = 1.3

/**
 * Pages of 25 replies with their people, what came before and what was answered, from random instants on: p50 among
 * 100,000 replies of a holder over that among 1,000, in turn, on one connection.
 */
export async function benchReplies(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const children: Child[] = []
  const start = async (script: string, setup: unknown) => {
    const child = await startChild(script, setup, apiNodeOptions)
    children.push(child)
    return child
  }
  const prepare = async (count: number): Promise<Stage> => {
    const databaseUrl = await server.createDatabase()
    const [holder] = await createHolders(databaseUrl, 1)
    if (!holder) throw new Error('There is no holder to measure with')
    await seedAppointments(databaseUrl, {
      holderId: holder.id,
      series,
      count,
      firstStartsAt: Temporal.Now.instant().add({ hours: 24 }),
      spanSeconds: 300 * 86_400,
      steps: [],
    })
    await seedReplies(databaseUrl, { holderId: holder.id, series, count, days })
    await runSql(databaseUrl, 'vacuum (analyze)')
    return { count, holder, server: await start('product/product-server.ts', { databaseUrl }) }
  }
  try {
    const stages = [await prepare(1_000), await prepare(100_000)] as const
    const load = await start('measuring/load.ts', null)
    const measure = async ({ holder, server: product }: Stage, seconds: number) => {
      const { port } = await product.ask<ServerAnswer>(null)
      const spanMs = (days - 30) * 86_400_000
      const untilMs = Date.now() - spanMs
      const plan = { kind: 'replies', holderId: holder.id, apiKey: holder.apiKey, untilMs, spanMs } as const
      const question: LoadQuestion = { port, connections: 1, seconds, plan }
      return load.ask<LoadAnswer>(question)
    }
    for (const stage of stages) await measure(stage, Math.min(3, settings.seconds))
    const rounds: (readonly [few: number, many: number])[] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const few = (await measure(stages[0], settings.seconds)).p50Ms
      const many = (await measure(stages[1], settings.seconds)).p50Ms
      rounds.push([few, many])
      progress(`replies: pair ${pair}: ${few.toFixed(2)} ms and ${many.toFixed(2)} ms`)
    }
    const middle = (index: 0 | 1) => median(rounds.map((round) => round[index])).toFixed(2)
    return {
      notes: stages.map(
        ({ count }, index) => `a page of 25 among ${count} replies: p50 ${middle(index === 0 ? 0 : 1)} ms`,
      ),
      results: [{ name: 'replies', ratios: rounds.map(([few, many]) => many / few), target }],
    }
  } finally {
    for (const child of children) await child.stop()
  }
}
