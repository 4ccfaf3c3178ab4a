import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, statement, type Tx } from '#/kernel/db.ts'
import { toReference } from '#/kernel/ids.ts'
import { listUnknown, type Unknown } from './claim-store.ts'
import type { Dispatching } from './dispatch.ts'
import type { Channel } from './policy.ts'
import { afterFailure, triesMax } from './settle.ts'

export type LookUps = {
  /** Begins look-ups of due unknown rows, as far as there is room. @returns how many */
  begin(): Promise<number>
  /** Cuts look-ups short and resolves when none is left. */
  stop(): Promise<void>
}

/** Look-ups at once. */
const atOnceMax = 16

/** A row whose look-up failed is left alone for so long. */
const afterFailureMs = 1_000

/** Look-ups of an unknown hand-over, counted from it; after the last one it waits for a receipt. */
const reconcileAfterMinutes = [2, 10, 60, 360, 1440]

/**
 * Looks up messages of unknown fate, beside everything else a worker does: a provider that hangs for its look-ups must
 * not hold up reminders. Two workers may look up the same row; whoever is later changes nothing.
 *
 * @param onFailure told of a look-up that failed; the row stays due and is tried again
 */
export function startLookUps(dispatching: Dispatching, onFailure: (error: unknown) => void): LookUps {
  const inHand = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  return {
    async begin() {
      const room = atOnceMax - inHand.size
      if (room === 0) return 0
      const due = await listUnknown(dispatching.pool, inHand.size + room)
      const fresh = due.filter(({ id }) => !inHand.has(id)).slice(0, room)
      for (const row of fresh) {
        const done = lookUp(dispatching, row, stopping.signal)
          .catch((error: unknown) => {
            onFailure(error)
            return sleep(afterFailureMs)
          })
          .finally(() => inHand.delete(row.id))
        inHand.set(row.id, done)
      }
      return fresh.length
    },
    async stop() {
      stopping.abort()
      await Promise.all(inHand.values())
    },
  }
}

/** Asks the provider whether it has a message of unknown fate. Only one that it certainly never had goes again (G14). */
async function lookUp(
  dispatching: Dispatching,
  { platform_holder_id: platformHolderId, id }: Unknown,
  stopping: AbortSignal,
): Promise<void> {
  const [row] = await inTransaction(dispatching.pool, { holder: platformHolderId }, (tx) =>
    tx.rows(selectUnknown, [platformHolderId, id]),
  )
  if (!row) return
  const answer =
    row.channel === 'sms' && row.destination !== null && row.body !== null
      ? await dispatching.sms.find(
          { reference: toReference(row.message_reference), to: row.destination, text: row.body },
          row.handed_over_at,
          AbortSignal.any([stopping, AbortSignal.timeout(dispatching.callTimeoutMs)]),
        )
      : ({ found: 'cannot_tell' } as const)
  // Cut short by our own end: the row is still due, and another worker asks again.
  if (stopping.aborted && answer.found === 'cannot_tell') return
  await inTransaction(dispatching.pool, { holder: platformHolderId }, async (tx) => {
    if (answer.found === 'accepted') await markFound(tx, platformHolderId, row, answer.providerMessageId)
    else if (answer.found === 'absent') await markAbsent(tx, platformHolderId, row)
    else await tx.rows(scheduleReconcile, [platformHolderId, id, nextLookUp(row), row.attempt_no])
  })
}

async function markFound(tx: Tx, platformHolderId: string, row: UnknownRow, providerMessageId: string): Promise<void> {
  await tx.rows(resolveRow, [
    platformHolderId,
    row.id,
    'sent',
    null,
    row.handed_over_at.add({ hours: 72 }),
    row.channel,
    row.fallback_channel,
    row.attempt_no,
  ])
  await tx.rows(resolveAttempt, [platformHolderId, row.id, row.attempt_no, 'sent', null, providerMessageId])
}

/**
 * The provider never had it, so this try counts like one that did not reach the provider: it goes again while that is of
 * use and tries are left. The lease of whoever tried has long run out.
 */
async function markAbsent(tx: Tx, platformHolderId: string, row: UnknownRow): Promise<void> {
  const { clock, latest_at, channel, fallback_channel } = row
  const mayRetry = row.channel_tries < triesMax && Temporal.Instant.compare(clock, latest_at) <= 0
  const after = mayRetry
    ? { state: 'planned' as const, reason_code: null, run_at: clock, channel, fallback_channel }
    : afterFailure({
        reason: 'provider_unreachable',
        fallback: fallback_channel,
        channel,
        now: clock,
        latestAt: latest_at,
      })
  await tx.rows(resolveRow, [
    platformHolderId,
    row.id,
    after.state,
    after.reason_code,
    after.run_at,
    after.channel,
    after.fallback_channel,
    row.attempt_no,
  ])
  await tx.rows(resolveAttempt, [platformHolderId, row.id, row.attempt_no, 'failed', 'provider_unreachable', null])
}

function nextLookUp(row: UnknownRow): Temporal.Instant | null {
  const instants = reconcileAfterMinutes.map((minutes) => row.handed_over_at.add({ minutes }))
  return instants.find((instant) => Temporal.Instant.compare(instant, row.clock) > 0) ?? null
}

type UnknownRow = {
  readonly id: string
  readonly attempt_no: number
  readonly message_reference: string
  readonly channel: Channel
  readonly fallback_channel: Channel | null
  readonly channel_tries: number
  readonly destination: string | null
  readonly body: string | null
  readonly handed_over_at: Temporal.Instant
  readonly latest_at: Temporal.Instant
  readonly clock: Temporal.Instant
}
const selectUnknown = statement<UnknownRow>(
  'select_unknown',
  `select r.id, a.attempt_no, a.message_reference, a.channel, r.fallback_channel, r.channel_tries, a.destination, a.body, a.handed_over_at, r.latest_at, tijdig_now() as clock
   from reminder r join reminder_attempt a on a.platform_holder_id = r.platform_holder_id and a.reminder_id = r.id and a.attempt_no = r.attempts
   where r.platform_holder_id = $1 and r.id = $2 and r.state = 'unknown'`,
)
// An answer is about one attempt: a worker that was slow to hear it must not judge a later attempt by it.
const scheduleReconcile = statement(
  'schedule_reconcile',
  `update reminder set run_at = $3 where platform_holder_id = $1 and id = $2 and state = 'unknown' and attempts = $4`,
)
const resolveAttempt = statement(
  'resolve_attempt',
  `update reminder_attempt set state = $4, reason_code = $5, provider_message_id = coalesce(provider_message_id, $6), updated_at = tijdig_now()
   where platform_holder_id = $1 and reminder_id = $2 and attempt_no = $3 and state = 'unknown'`,
)
const resolveRow = statement(
  'resolve_row',
  `update reminder set state = $3, reason_code = $4, run_at = $5, channel = $6, fallback_channel = $7, updated_at = tijdig_now(),
     channel_tries = case when $6 = channel then channel_tries else 0 end
   where platform_holder_id = $1 and id = $2 and state = 'unknown' and attempts = $8`,
)
