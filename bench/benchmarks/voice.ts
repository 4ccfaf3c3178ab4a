import { randomUUID } from 'node:crypto'
import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { apiNodeOptions, startChild, type Child } from '../measuring/child.ts'
import { describe } from '../measuring/compare-servers.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { createHolders, signInStaff } from '../seeding/holder.ts'
import type { LoadAnswer, LoadQuestion } from '../measuring/load.ts'
import type { ServerAnswer } from '../product/product-server.ts'
import { benchOrigin } from '../product/product-settings.ts'
import type { RequestPlan } from '../measuring/request-plan.ts'
import { median, progress } from '../measuring/result.ts'
import { promptStep, reminderStep, seedAppointments } from '../seeding/seed.ts'
import type { BenchSettings } from '../settings.ts'

const spanSeconds = 300 * 86_400
const target = 5

/**
 * What an action of the voice agent costs beyond its operation: the same page either way, in turn, on one connection,
 * because a conversation makes one call at a time.
 */
export async function benchVoice(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const databaseUrl = await server.createDatabase()
  const plans = await preparePlans(databaseUrl)
  const children: Child[] = []
  const start = async (script: string, setup: unknown) => {
    const child = await startChild(script, setup, apiNodeOptions)
    children.push(child)
    return child
  }
  try {
    const { port } = await (await start('product/product-server.ts', { databaseUrl })).ask<ServerAnswer>(null)
    const load = await start('measuring/load.ts', null)
    const measure = (plan: RequestPlan, seconds: number) => {
      const question: LoadQuestion = { port, connections: 1, seconds, plan }
      return load.ask<LoadAnswer>(question)
    }
    for (const plan of Object.values(plans)) await measure(plan, Math.min(3, settings.seconds))
    const pairs: { action: number; direct: number }[] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const action = await measure(plans.action, settings.seconds)
      const direct = await measure(plans.direct, settings.seconds)
      pairs.push({ action: action.p50Ms, direct: direct.p50Ms })
      progress(`voice: pair ${pair}: action ${describe(action)}; called directly ${describe(direct)}`)
    }
    const middle = (of: 'action' | 'direct') => median(pairs.map((pair) => pair[of])).toFixed(2)
    return {
      notes: [`a page of 25: p50 ${middle('action')} ms as an action, ${middle('direct')} ms called directly`],
      results: [{ name: 'voice', ratios: pairs.map(({ action, direct }) => action - direct), target, unit: 'ms' }],
    }
  } finally {
    for (const child of children) await child.stop()
  }
}

/** A holder with 10,000 appointments, whose member of staff is signed in and speaks with the agent. */
async function preparePlans(databaseUrl: string): Promise<{ action: RequestPlan; direct: RequestPlan }> {
  const [holder] = await createHolders(databaseUrl, 1)
  if (!holder) throw new Error('There is no holder to measure with')
  const firstStartsAt = Temporal.Now.instant().add({ hours: 30 * 24 })
  const seed = { holderId: holder.id, series: 1, count: 10_000, firstStartsAt, spanSeconds }
  await seedAppointments(databaseUrl, { ...seed, steps: [promptStep, reminderStep] })
  const { sessionId, cookie } = await signInStaff(databaseUrl)
  const clientRequestId = randomUUID()
  await runSql(
    databaseUrl,
    `insert into voice_session (platform_holder_id, id, actor_id, credential_id, client_request_id, status, created_at, updated_at, expires_at)
     select platform_holder_id, '${randomUUID()}', id, '${sessionId}', '${clientRequestId}', 'ready', now(), now(), now() + interval '12 hours'
     from staff_member`,
    'vacuum (analyze)',
  )
  const from = { fromMs: firstStartsAt.epochMilliseconds, spanMs: spanSeconds * 990 }
  const plan = {
    kind: 'voice' as const,
    holderId: holder.id,
    cookie,
    origin: benchOrigin,
    clientRequestId,
    ...from,
  }
  return { action: { ...plan, isAction: true }, direct: { ...plan, isAction: false } }
}
