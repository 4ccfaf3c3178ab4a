import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { apiNodeOptions, startChild, type Child } from '../measuring/child.ts'
import type { LoadAnswer, LoadQuestion } from '../measuring/load.ts'
import type { RequestPlan } from '../measuring/request-plan.ts'
import { median, progress } from '../measuring/result.ts'
import type { ServerAnswer } from '../product/product-server.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { copyHolder, createHolders } from '../seeding/holder.ts'
import { seedHistory } from '../seeding/seed-history.ts'
import { promptStep, reminderStep, seedAppointments } from '../seeding/seed.ts'
import type { BenchSettings } from '../settings.ts'

/** Appointments ahead, over six days, of the holder that asks. */
const ahead = 2_000
/** What the list may take at p50, in milliseconds. */
const targetMs = 100
/** How much longer it may take beside the largest history than beside the smallest. */
const growthTarget = 1.3
const holdersMax = 3_000
const ofOneHolder = 200

type Stage = { readonly count: number; readonly server: Child; readonly plan: RequestPlan }

/**
 * The call list of a week with 2,000 appointments, of which a third was asked and did not answer, a sixth was not reached
 * and some were called, on one connection: beside a history of others of 10,000 appointments and of a million, in turn. Each
 * appointment of the history was called about.
 */
export async function benchCalls(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const children: Child[] = []
  const start = async (script: string, setup: unknown) => {
    const child = await startChild(script, setup, apiNodeOptions)
    children.push(child)
    return child
  }
  const counts = [settings.growthStages[0] ?? 10_000, settings.growthStages.at(-1) ?? 1_000_000]
  try {
    const stages: Stage[] = []
    for (const count of counts) {
      progress(`calls: making a history of ${count} appointments`)
      const { databaseUrl, plan } = await prepare(server, count)
      stages.push({ count, plan, server: await start('product/product-server.ts', { databaseUrl }) })
    }
    const load = await start('measuring/load.ts', null)
    const measure = async ({ server: product, plan }: Stage) => {
      const { port } = await product.ask<ServerAnswer>(null)
      const question: LoadQuestion = { port, connections: 1, seconds: settings.seconds, plan }
      return (await load.ask<LoadAnswer>(question)).p50Ms
    }
    for (const stage of stages) await measure(stage)
    const rounds: number[][] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const round: number[] = []
      for (const stage of stages) round.push(await measure(stage))
      rounds.push(round)
      progress(`calls: round ${pair}: p50 ${round.map((ms) => ms.toFixed(1)).join(', ')} ms`)
    }
    const largest = rounds.map((round) => round.at(-1) ?? Number.NaN)
    const smallest = rounds.map((round) => round[0] ?? Number.NaN)
    return {
      notes: stages.map(
        ({ count }, index) =>
          `calls of ${ahead} ahead beside ${count} appointments: p50 ${median(rounds.map((round) => round[index] ?? Number.NaN)).toFixed(1)} ms, target ${targetMs} ms`,
      ),
      results: [
        {
          name: 'calls-growth',
          ratios: largest.map((ms, index) => ms / (smallest[index] ?? Number.NaN)),
          target: growthTarget,
        },
        { name: 'calls', ratios: largest.map((ms) => ms / targetMs), target: 1 },
      ],
    }
  } finally {
    for (const child of children) await child.stop()
  }
}

async function prepare(server: BenchServer, count: number) {
  const databaseUrl = await server.createDatabase()
  const [holder] = await createHolders(databaseUrl, 1)
  if (!holder) throw new Error('There is no holder to measure with')
  await seedHistory(databaseUrl, {
    holderIds: await copyHolder(databaseUrl, Math.min(holdersMax, Math.ceil(count / ofOneHolder))),
    count,
  })
  const from = Temporal.Now.instant().add({ hours: 2 })
  await seedAppointments(databaseUrl, {
    holderId: holder.id,
    series: 1,
    count: ahead,
    firstStartsAt: from,
    spanSeconds: 6 * 86_400,
    steps: [promptStep, reminderStep],
  })
  const ofHolder = `platform_holder_id = '${holder.id}'`
  const third = `(('x' || right(appointment_id::text, 2))::bit(8)::int % 3)`
  await runSql(
    databaseUrl,
    `update reminder set run_at = null, attempts = 1, handed_over_at = now() - interval '30 hours', locale = 'nl',
       told_starts_at = (select a.starts_at from appointment a where a.platform_holder_id = reminder.platform_holder_id and a.id = appointment_id),
       state = case when ${third} = 0 then 'delivered' when kind = 'confirm_prompt' then 'undelivered' else 'failed' end,
       reason_code = case when ${third} = 0 then null else 'number_unreachable' end
     where ${ofHolder} and ${third} < 2`,
    `insert into appointment_call (platform_holder_id, id, appointment_id, outcome, called_by, called_at, schedule_revision)
     select platform_holder_id, id, id, 'no_answer', id, now() - interval '3 hours', 1
     from appointment where ${ofHolder} and right(id::text, 1) = '0'`,
    'vacuum (analyze)',
  )
  const to = from.add({ hours: 7 * 24 - 2 })
  const plan: RequestPlan = {
    kind: 'calls',
    holderId: holder.id,
    apiKey: holder.apiKey,
    query: `from=${from.toString()}&to=${to.toString()}`,
  }
  return { databaseUrl, plan }
}
