import type { CaptureQuestion, Captured } from '../product/captured-statements.ts'
import { apiNodeOptions, startChild, type Child } from './child.ts'
import type { LoadAnswer, LoadQuestion } from './load.ts'
import type { BaselineSetup } from '../baseline/baseline-server.ts'
import type { ServerAnswer, ServerSetup } from '../product/product-server.ts'
import { requestsOf, type RequestPlan } from './request-plan.ts'
import { progress } from './result.ts'
import type { BenchSettings } from '../settings.ts'

export type Comparison = {
  readonly name: string
  readonly databaseUrl: string
  /** Which of the product's servers is measured; the API by default. */
  readonly role?: 'api' | 'login'
  readonly connections: number
  /** Renews what a round uses up. */
  readonly renew?: () => Promise<void>
  /** The requests of one round; `run` differs from that of every other round. */
  readonly planOf: (run: string) => RequestPlan
  /** The statements such a request sends, in order, so that a change of the product is noticed. */
  readonly sends: readonly string[]
}

/** Product and baseline in turn under the same load. @returns requests per second of the product over those of the baseline, per pair */
export async function compareServers(
  comparison: Comparison,
  settings: BenchSettings,
): Promise<{ ratios: number[]; peakMemoryMb: number }> {
  const { name, databaseUrl, role = 'api', connections, renew, planOf } = comparison
  const children: Child[] = []
  const start = async (script: string, setup: unknown) => {
    const child = await startChild(script, setup, apiNodeOptions)
    children.push(child)
    return child
  }
  try {
    const statements = await capture(comparison)
    const product = await start('product/product-server.ts', { databaseUrl, role } satisfies ServerSetup)
    const baseline = await start('baseline/baseline-server.ts', {
      databaseUrl,
      role,
      statements,
    } satisfies BaselineSetup)
    const load = await start('measuring/load.ts', null)
    const measure = async (server: Child, run: string, seconds: number) => {
      await renew?.()
      const { port } = await server.ask<ServerAnswer>(null)
      const question: LoadQuestion = { port, connections, seconds, plan: planOf(run) }
      return load.ask<LoadAnswer>(question)
    }
    progress(`${name}: warming up`)
    const warmUpSeconds = Math.min(3, settings.seconds)
    await measure(product, 'warm-up-product', warmUpSeconds)
    await measure(baseline, 'warm-up-baseline', warmUpSeconds)
    const ratios: number[] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const ours = await measure(product, `product-${pair}`, settings.seconds)
      const theirs = await measure(baseline, `baseline-${pair}`, settings.seconds)
      ratios.push(ours.perSecond / theirs.perSecond)
      progress(`${name}: pair ${pair}: product ${describe(ours)}; baseline ${describe(theirs)}`)
    }
    const { peakMemoryMb } = await product.ask<ServerAnswer>(null)
    return { ratios, peakMemoryMb }
  } finally {
    for (const child of children) await child.stop()
  }
}

export function describe({ perSecond, p50Ms, p99Ms }: LoadAnswer): string {
  return `${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`
}

/** @throws Error when the product sends other statements than the baseline was written for */
async function capture({ name, databaseUrl, role = 'api', renew, planOf, sends }: Comparison): Promise<Captured[]> {
  const child = await startChild('product/captured-statements.ts', { databaseUrl, role } satisfies ServerSetup)
  try {
    await renew?.()
    const question: CaptureQuestion = { request: requestsOf(planOf('capture'), 'localhost')() }
    const statements = await child.ask<Captured[]>(question)
    const sent = statements.map((statement) => statement.name || (statement.text.split(/\W/)[0] ?? ''))
    if (sent.join() !== sends.join())
      throw new Error(`The product sends ${sent.join(', ')} for ${name}: bring the baseline up to date`)
    return statements
  } finally {
    await child.stop()
  }
}
