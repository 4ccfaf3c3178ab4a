import type pg from 'pg'
import { newId } from '#/kernel/ids.ts'
import { inTransaction, isDatabaseUnavailable, runOnce, statement } from '#/kernel/db.ts'
import { turns } from '#/kernel/turns.ts'
import { repeat } from '#/kernel/repeat.ts'
import { oldestDueLagMs } from './claim-store.ts'
import { dispatchDue, type Batch, type Dispatching } from './dispatch.ts'
import { followUp } from './follow-up.ts'
import { listenForDue } from './listen-for-due.ts'
import { tzdbVersion } from './planning.ts'
import { startLookUps, type LookUps } from './look-up.ts'
import { matchLateReceipts } from './receipts.ts'

export type Worker = {
  /** Stops claiming, lets what is at the providers come to its end, and resolves when nothing is left in hand. */
  stop(): Promise<void>
}

export type WorkerOptions = Omit<Dispatching, 'inTurn'> & {
  readonly databaseUrl: string
  /** Longest time without looking for due rows. */
  readonly pollMs: number
  readonly onRound: (fact: { claimed: number; lagMs: number | null }) => void
}

/** Connections that dispatch leaves to claims, follow-ups and look-ups. */
const connectionsForOthers = 2

/** A worker is behind when its oldest due row has waited longer than this. */
const behindMs = 60_000

/**
 * Runs the engine: sends what is due and, beside that, sees to what was sent, again and again; at once while there is more, else
 * after a pause that a notification (the test clock was moved) can cut short. A round that fails is logged and the next one
 * tries again; nothing depends on what a round remembered.
 */
export function startWorker(given: WorkerOptions): Worker {
  const options = { ...given, inTurn: turns({ atOnce: Math.max(1, given.pool.options.max - connectionsForOthers) }) }
  const workerId = newId()
  const inFlight = new InFlight(options)
  const lookUps = startLookUps(options, (error) => report(options, 'look-up', error))
  const stopping = new AbortController()
  const beat = heartbeat(options.pool, workerId)
  const sending = repeat(() => send(options, inFlight, beat, stopping.signal))
  const watching = repeat(() => watch(options, lookUps))
  const listener = listenForDue(options, () => {
    sending.wake()
    watching.wake()
  })
  return {
    async stop() {
      await Promise.all([sending.stop().then(() => inFlight.end()), watching.stop(), lookUps.stop(), listener.stop()])
      await safely(options, 'sign off', () => runOnce(options.pool, deleteHeartbeat, [workerId]))
    },
  }
}

/** One look at what is due. @returns how long to pause, in milliseconds */
function send(
  options: WorkerOptions & Dispatching,
  inFlight: InFlight,
  beat: () => Promise<void>,
  stopping: AbortSignal,
): Promise<number> {
  return inRounds(options, 'send', async () => {
    await beat()
    const lagMs = await oldestDueLagMs(options.pool)
    const claimed = lagMs === null ? 0 : await inFlight.begin(() => dispatchDue(options, lagMs > behindMs, stopping))
    options.onRound({ claimed, lagMs })
    return claimed > 0
  })
}

/** One look at what was sent. Never waits for the sending, nor the sending for it. @returns how long to pause, in milliseconds */
function watch(options: WorkerOptions & Dispatching, lookUps: LookUps): Promise<number> {
  return inRounds(options, 'watch', async () => {
    const followed = (await followUp(options)) + (await lookUps.begin())
    await matchLateReceipts(options.pool)
    return followed > 0
  })
}

/** Shows, every few seconds, that this worker looks for what is due. */
function heartbeat(pool: pg.Pool, workerId: string): () => Promise<void> {
  let lastMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - lastMs < heartbeatMs) return
    await runOnce(pool, upsertHeartbeat, [workerId, tzdbVersion])
    lastMs = performance.now()
  }
}

const heartbeatMs = 5_000

/** @param work tells whether there is more to do */
async function inRounds(options: WorkerOptions, what: string, work: () => Promise<boolean>): Promise<number> {
  let hasMore = false
  await safely(options, what, async () => {
    hasMore = await work()
  })
  return hasMore ? 0 : options.pollMs
}

async function safely(options: WorkerOptions, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    report(options, what, error)
  }
}

function report({ log }: WorkerOptions, what: string, error: unknown): void {
  if (isDatabaseUnavailable(error)) log.warn({ err: error, what }, 'worker waits for the database')
  else log.error({ err: error, what }, 'worker round failed')
}

/** The batches that are claimed and not yet settled. */
class InFlight {
  readonly #options: WorkerOptions
  readonly #batches = new Set<Promise<void>>()

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Claims another batch when there is room. @returns how many rows it has */
  async begin(dispatch: () => Promise<Batch>): Promise<number> {
    if (this.#batches.size >= this.#options.batchesMax) await Promise.race(this.#batches)
    const { claimed, settled } = await dispatch()
    if (claimed === 0) return 0
    const batch = safely(this.#options, 'dispatch', () => settled).finally(() => this.#batches.delete(batch))
    this.#batches.add(batch)
    return claimed
  }

  async end(): Promise<void> {
    await Promise.all(this.#batches)
  }
}

/** True when some worker was seen in the last seconds. */
export async function isAnyWorkerAlive(pool: pg.Pool): Promise<boolean> {
  const [row] = await inTransaction(pool, { holder: null }, (tx) => tx.rows(selectAlive))
  return row?.is_alive ?? false
}

const upsertHeartbeat = statement(
  'worker_heartbeat',
  `insert into worker_heartbeat (worker_id, tzdb_version) values ($1, $2) on conflict (worker_id) do update set seen_at = now()`,
)
const deleteHeartbeat = statement('delete_worker_heartbeat', 'delete from worker_heartbeat where worker_id = $1')
const selectAlive = statement<{ is_alive: boolean }>(
  'select_worker_alive',
  `select exists (select 1 from worker_heartbeat where seen_at > now() - interval '20 seconds') as is_alive`,
)
