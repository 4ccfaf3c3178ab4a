import { isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import { turns } from '#/kernel/flow/turns.ts'
import { repeat, type Repeated } from '#/kernel/flow/repeat.ts'
import { stopAll } from '#/kernel/flow/stop-all.ts'
import { oldestDueLagMs } from '#/slices/reminders/send/claim/claim-store.ts'
import { sendDue, roundsWaiting } from '#/slices/reminders/send/send-due.ts'
import type { Sending } from '#/slices/reminders/send/claim/sending.ts'
import { followUp } from '#/slices/reminders/afterwards/follow-up.ts'
import { recordDepartures } from '#/slices/reminders/send/claim/departures.ts'
import { learnShareSize } from '#/slices/reminders/send/claim/share-size.ts'
import { listenForDue } from './listen-for-due.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import { startLookUps, type LookUps } from '#/slices/reminders/afterwards/look-up.ts'
import { matchLateReceipts } from '#/slices/reminders/afterwards/receipts.ts'

export type Worker = {
  /** Stops claiming, lets calls in progress finish, and resolves when no row is left in hand. */
  stop(): Promise<void>
}

export type WorkerOptions = Omit<
  Sending,
  'connections' | 'preparing' | 'shareSize' | 'recordDeparture' | 'onFailure'
> & {
  readonly databaseUrl: string
  /** Longest time without looking for due rows. */
  readonly pollMs: number
  /** Called after each round of a channel; `lagMs` is null when nothing was due. */
  readonly onRound: (fact: { channel: Channel; claimed: number; lagMs: number | null }) => void
}

/** Connections that sending leaves to claims, follow-ups and look-ups. */
const connectionsForOthers = 2

/** More at once would slow each one down and make what it read less fresh: this process renders on one core. */
const sharesAtOnce = 3

/** A channel is behind when its oldest due row has waited longer than this. */
const behindMs = 60_000

/**
 * Runs the engine: each channel sends what is due by itself, and another loop follows up what was sent. A loop runs
 * again at once while there is more, else after a pause that a notification (the test clock was moved) can cut short. A
 * round that fails is logged and the next one tries again; no round depends on what an earlier one remembered.
 */
export function startWorker(given: WorkerOptions): Worker {
  const connections = turns({ atOnce: Math.max(1, given.pool.options.max - connectionsForOthers) })
  const options: WorkerOptions & Sending = {
    ...given,
    connections,
    recordDeparture: recordDepartures(given.pool, connections),
    preparing: turns({ atOnce: sharesAtOnce }),
    shareSize: learnShareSize(),
    onFailure: (error) => report(given, 'dispatch', error),
  }
  const lookUps = startLookUps(options, (error) => report(options, 'look-up', error))
  const heartbeat = startHeartbeat(options)
  const senders = channels.map((channel) => startSender(options, channel))
  const watching = repeat((stopping) => watch(options, lookUps, stopping))
  const listener = listenForDue(options, () => {
    for (const { wake } of [...senders, watching]) wake()
  })
  return {
    async stop() {
      try {
        await stopAll([...senders, watching, lookUps, listener])
      } finally {
        // Last: until now this worker had rows in hand.
        await heartbeat.stop()
      }
    },
  }
}

const channels: readonly Channel[] = ['sms', 'email']

/** Sends what is due on one channel. When stopped, it releases what has not begun and finishes what has. */
function startSender(options: WorkerOptions & Sending, channel: Channel): Repeated {
  const waiting = new Set<Promise<unknown>>()
  const inHand = new Set<Promise<unknown>>()
  const rounds = repeat((stopping) =>
    inRounds(options, `send ${channel}`, async () => {
      if (waiting.size >= roundsWaiting) await Promise.race(waiting)
      const lagMs = await oldestDueLagMs(options.pool, channel)
      let claimed = 0
      if (lagMs !== null && !stopping.aborted) {
        const round = await sendDue(options, channel, lagMs > behindMs, stopping)
        claimed = round.claimed
        keepUntilDone(waiting, round.begun)
        keepUntilDone(inHand, round.settled)
      }
      options.onRound({ channel, claimed, lagMs })
      return claimed > 0
    }),
  )
  return {
    wake: rounds.wake,
    async stop() {
      await rounds.stop()
      await Promise.all(inHand)
    },
  }
}

/** @param work never rejects */
function keepUntilDone(set: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const kept = work.finally(() => set.delete(kept))
  set.add(kept)
}

/** One round of what is independent of sending, each part by itself. @returns how long to pause, in milliseconds */
async function watch(options: WorkerOptions & Sending, lookUps: LookUps, stopping: AbortSignal): Promise<number> {
  const parts = {
    'follow-up': async () => (await followUp(options)) > 0,
    'look-up': async () => (await lookUps.begin()) > 0,
    'late receipts': async () => {
      await matchLateReceipts(options.pool)
      return false
    },
  }
  let pauseMs = options.pollMs
  for (const [what, work] of Object.entries(parts))
    if (!stopping.aborted) pauseMs = Math.min(pauseMs, await inRounds(options, what, work))
  return pauseMs
}

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
