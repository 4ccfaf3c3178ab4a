import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { startChild, workerNodeOptions } from '../measuring/child.ts'
import type { BenchServer } from '../seeding/database.ts'
import { drainReminders, setPolicies, type Worked } from './dispatch.ts'
import { copyHolder } from '../seeding/holder.ts'
import { progress } from '../measuring/result.ts'
import type { BenchSettings } from '../settings.ts'

/**
 * The reminder worker with reminders of as many holders, against the same number of reminders of a few holders, each in
 * a database of its own. The two take turns; every round starts with a full queue.
 */
export async function benchDispatchMany(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const started: Worked[] = []
  const prepare = async (holders: number): Promise<Worked> => {
    const url = await server.createDatabase()
    const holderIds = await copyHolder(url, holders)
    await setPolicies(url)
    const worker = await startChild('product/dispatch-product.ts', { databaseUrl: url }, workerNodeOptions)
    const worked = { url, holderIds, worker, series: 0 }
    started.push(worked)
    return worked
  }
  try {
    const few = await prepare(settings.dispatchHolders)
    const many = await prepare(settings.manyHolders)
    progress('dispatch-many: warming up')
    // A cold process gets few rows first: on a busy machine, what takes it more than five seconds would be taken back.
    for (const share of [400, 8])
      for (const worked of [few, many]) await drainReminders(worked, Math.ceil(settings.dispatchRows / share))
    const ratios: number[] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const [ofFew, ofMany] = [
        await drainReminders(few, settings.dispatchRows),
        await drainReminders(many, settings.dispatchRows),
      ]
      ratios.push(ofMany / ofFew)
      progress(
        `dispatch-many: pair ${pair}: ${ofFew.toFixed(0)} reminders/s of ${settings.dispatchHolders} holders, ${ofMany.toFixed(0)} of ${settings.manyHolders}`,
      )
    }
    return { notes: [], results: [{ name: 'dispatch-many', ratios, target: 0.85 }] }
  } finally {
    for (const { worker } of started) await worker.stop()
  }
}
