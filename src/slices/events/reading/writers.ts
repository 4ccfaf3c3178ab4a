import { setTimeout as sleep } from 'node:timers/promises'
import type { StepsCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { selectWriters } from './read-store.ts'

const patienceMs = 15_000

/**
 * Resolves when whoever is writing events now has ended. After the commit of a stream: they may have looked whether anybody
 * listens before it. From then on, each change that is committed is told, and all others are seen by whoever reads.
 *
 * @throws AppError SERVICE_UNAVAILABLE when one of them takes too long
 */
export async function untilWritersEnd({ step }: Pick<StepsCtx, 'step'>): Promise<void> {
  const readWriters = async () => new Set((await step(({ tx }) => tx.rows(selectWriters))).map(({ id }) => id))
  const until = performance.now() + patienceMs
  let underWay = await readWriters()
  while (underWay.size > 0) {
    if (performance.now() > until)
      throw new AppError('SERVICE_UNAVAILABLE', { message: 'Changes under way take too long. Try again.' })
    await sleep(20)
    underWay = underWay.intersection(await readWriters())
  }
}
