import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { toReference } from '#/kernel/ids.ts'
import { testInbox } from '#/ports/delivery.ts'
import { receiptHours } from '#/slices/reminders/sql.ts'
import type { Sending } from '#/slices/reminders/send/claim/sending.ts'
import {
  noteAbsence,
  resolveAttempt,
  resolveRow,
  scheduleReconcile,
  selectUnknown,
  takeUnknown,
  type Unknown,
  type UnknownRow,
} from './look-up-store.ts'
import { acceptReceipt } from './receipts.ts'
import { afterFailure, triesMax } from '#/slices/reminders/send/outcome.ts'

export type LookUps = {
  /** Begins look-ups of due unknown rows, as far as there is room. @returns how many */
  begin(): Promise<number>
  /** Aborts look-ups in progress and resolves when none is left. */
  stop(): Promise<void>
}

const atOnceMax = 16

/** For the database, on top of the call itself. */
const marginMs = 10_000

/** When an unknown hand-over is looked up, counted from it; after the last time only a receipt can tell. */
const reconcileAfterMinutes = [2, 10, 60, 360, 1440]

/** A message counts as absent when the provider's list lacks it twice, at least this far apart. */
const absentForMinutes = 5

/**
 * Looks up messages of unknown fate, independently of sending: a provider whose look-ups hang must not hold up
 * reminders. A row is taken for as long as an answer can take.
 *
 * @param onFailure called when a look-up failed; the row is tried again
 */
export function startLookUps(sending: Sending, onFailure: (error: unknown) => void): LookUps {
  const inHand = new Set<Promise<void>>()
  const stopping = new AbortController()
  return {
    async begin() {
      const room = atOnceMax - inHand.size
      if (room === 0) return 0
      const due = await takeUnknown(sending.pool, room, sending.callTimeoutMs + marginMs)
      for (const row of due) {
        const done = lookUp(sending, row, stopping.signal)
          .catch(onFailure)
          .finally(() => inHand.delete(done))
        inHand.add(done)
      }
      return due.length
    },
    async stop() {
      stopping.abort()
      await Promise.all(inHand)
    },
  }
}

/**
 * Asks the provider whether it has a message of unknown fate, which is never sent again before that is known (G14). One
 * that was missing twice, minutes apart, did not reach it and counts as a failed try like any other.
 */
async function lookUp(sending: Sending, { platformHolderId, id }: Unknown, stopping: AbortSignal): Promise<void> {
  const rows = await inTransaction(sending.pool, { holder: platformHolderId }, (tx) =>
    tx.rows(selectUnknown, [platformHolderId, id]),
  )
  const [first] = rows
  if (!first) return
  const answer = await find(sending, platformHolderId, first, stopping)
  const isCutShort = stopping.aborted && answer.found === 'cannot_tell'
  await inTransaction(sending.pool, { holder: platformHolderId }, async (tx) => {
    for (const row of rows) {
      if (answer.found === 'accepted') await markFound(tx, platformHolderId, row, answer.providerMessageId)
      else if (answer.found === 'absent' && isAbsentAgain(row)) await markAbsent(tx, platformHolderId, row)
      else {
        if (answer.found === 'absent') await tx.rows(noteAbsence, [platformHolderId, row.id, row.attemptNo])
        // Aborted because this worker stops: another one asks again at once.
        const nextAt = isCutShort ? row.clock : nextLookUp(row)
        await tx.rows(scheduleReconcile, [platformHolderId, row.id, nextAt, row.attemptNo])
      }
    }
  })
  // Its receipt may have come while nobody could take it.
  if (answer.found === 'accepted' && answer.news) {
    const { providerMessageId, news } = answer
    await acceptReceipt(sending, first.provider, {
      ...news,
      reference: toReference(first.messageReference),
      providerMessageId,
    })
  }
}

/** Only the provider that was called can tell, and it may no longer be the one in use. */
async function find(
  { sms: outlet, log, callTimeoutMs }: Sending,
  platformHolderId: string,
  row: UnknownRow,
  stopping: AbortSignal,
) {
  const { provider, destination: to, body: text, handedOverAt } = row
  // An inbox knows its mails too.
  const sms = outlet.of({ platformHolderId, isTest: provider === testInbox, appointmentId: null })
  if (provider !== sms.name || to === null || text === null) return { found: 'cannot_tell' } as const
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(callTimeoutMs)])
  try {
    return await sms.find({ reference: toReference(row.messageReference), to, text }, handedOverAt, signal)
  } catch (error) {
    // An adapter that throws has a defect, and would throw again at once: it is asked as often as one that cannot tell.
    log.error({ err: error, reminderId: row.id }, 'provider adapter failed')
    return { found: 'cannot_tell' } as const
  }
}

async function markFound(tx: Tx, platformHolderId: string, row: UnknownRow, providerMessageId: string): Promise<void> {
  await tx.rows(resolveRow, [
    platformHolderId,
    row.id,
    'sent',
    null,
    row.handedOverAt.add({ hours: receiptHours }),
    row.channel,
    row.fallbackChannel,
    row.attemptNo,
  ])
  await tx.rows(resolveAttempt, [platformHolderId, row.id, row.attemptNo, 'sent', null, providerMessageId, null])
}

function isAbsentAgain({ absentAt, clock }: UnknownRow): boolean {
  return absentAt !== null && Temporal.Instant.compare(absentAt.add({ minutes: absentForMinutes }), clock) <= 0
}

/** Stored in place of the provider's own code: why the attempt counts as failed. */
const notFoundTwice = 'not_found_twice'

/**
 * The provider never had it: it is sent again while that is of use and tries are left; the lease of the worker that
 * tried has long run out. This is only inferred, so a receipt that comes after all overrides it and stops the new try.
 */
async function markAbsent(tx: Tx, platformHolderId: string, row: UnknownRow): Promise<void> {
  const { clock, latestAt, channel, fallbackChannel } = row
  const mayRetry = row.channelTries < triesMax(fallbackChannel) && Temporal.Instant.compare(clock, latestAt) <= 0
  const after = mayRetry
    ? { state: 'planned' as const, reasonCode: null, runAt: clock, channel, fallbackChannel }
    : afterFailure({ reason: 'provider_unreachable', fallback: fallbackChannel, channel, now: clock, latestAt })
  await tx.rows(resolveRow, [
    platformHolderId,
    row.id,
    after.state,
    after.reasonCode,
    after.runAt,
    after.channel,
    after.fallbackChannel,
    row.attemptNo,
  ])
  await tx.rows(resolveAttempt, [
    platformHolderId,
    row.id,
    row.attemptNo,
    'failed',
    'provider_unreachable',
    null,
    notFoundTwice,
  ])
}

function nextLookUp(row: UnknownRow): Temporal.Instant | null {
  const instants = reconcileAfterMinutes.map((minutes) => row.handedOverAt.add({ minutes }))
  return instants.find((instant) => Temporal.Instant.compare(instant, row.clock) > 0) ?? null
}
