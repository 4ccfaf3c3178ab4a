import { turns } from '#/kernel/flow/turns.ts'
import { isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import { repeat, type Repeated } from '#/kernel/flow/repeat.ts'
import type { EventWorkerOptions } from '#/slices/events/worker.ts'
import { claimEndpoints } from './lane-store.ts'
import { runLane } from './lane.ts'
import { SendTurns } from './send-turns.ts'

const claimedAtOnce = 100
const lanesMax = 1_000
const transactionsAtOnce = 3

/** Opens a lane for each endpoint for which something is due; any number of workers may do so on one database. */
export function startLanes({ pool, services, log, pollMs }: EventWorkerOptions): Omit<Repeated, 'wake'> {
  const onFailure = (error: unknown) => {
    if (isDatabaseUnavailable(error)) log.warn({ err: error }, 'webhooks wait for the database')
    else log.error({ err: error }, 'sending webhooks failed')
  }
  const connections = turns({ atOnce: transactionsAtOnce })
  const sending = { pool, connections, services, turns: new SendTurns(), onFailure }
  const lanes = new Set<Promise<void>>()
  const rounds = repeat(async (stopping) => {
    try {
      const claims = await claimEndpoints(pool, Math.min(claimedAtOnce, lanesMax - lanes.size))
      for (const claim of claims) {
        const lane = runLane(sending, claim, stopping)
          .catch(onFailure)
          .finally(() => lanes.delete(lane))
        lanes.add(lane)
      }
      return claims.length === claimedAtOnce ? 0 : pollMs
    } catch (error) {
      onFailure(error)
      return pollMs
    }
  })
  return {
    async stop() {
      await rounds.stop()
      await Promise.all(lanes)
    },
  }
}
