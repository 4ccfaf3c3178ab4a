import type pg from 'pg'
import { eachByItself } from '#/kernel/flow/each-by-itself.ts'
import { inTransaction, runOnce, type Tx } from '#/kernel/postgres/db.ts'
import { fromReference, isServiceReference, newId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { beginSpan } from '#/kernel/spans.ts'
import type { Receipt } from '#/ports/delivery.ts'
import { receiptHours } from '#/slices/reminders/sql.ts'
import {
  findAttemptHolders,
  insertReceipt,
  markMatched,
  retryMatching,
  selectAttempts,
  updateAttempt,
  updateRow,
  type AttemptRow,
} from './receipts-store.ts'
import { afterFailure, reasonOf } from '#/slices/reminders/send/outcome.ts'
import type { ReminderState } from '#/slices/reminders/words/words.ts'
import { rememberProviderOptOut } from '#/slices/reminders/opt-outs/suppression-store.ts'

/**
 * Stores what a provider says about a message and moves the attempt and its row on (G13). Receipts come late, twice and in
 * any order: each is stored once, states only rise (handed over < sent < delivered, undelivered or failed), and what has
 * ended stays ended. One that matches no attempt is kept and tried again, unless it is of a service message.
 */
export async function acceptReceipt({ pool, log }: Receiving, provider: string, receipt: Receipt): Promise<void> {
  const messageReference = receipt.reference === null ? null : fromReference(receipt.reference)
  const isOfService = receipt.reference !== null && isServiceReference(receipt.reference)
  const holders =
    messageReference === null || isOfService ? [] : await runOnce(pool, findAttemptHolders, [messageReference])
  if (messageReference === null || holders.length === 0) {
    await runOnce(pool, insertReceipt, [...receiptValues(provider, receipt, messageReference, null), !isOfService])
    return
  }
  await eachByItself(holders, ({ platformHolderId }) =>
    inTransaction(pool, { holder: platformHolderId }, async (tx) => {
      const values = [...receiptValues(provider, receipt, messageReference, platformHolderId), false]
      const isNew = (await tx.rows(insertReceipt, values)).length > 0
      if (isNew) await applyToAttempts(tx, log, platformHolderId, messageReference, receipt)
    }),
  )
}

/**
 * Stores the receipt of a message that is delivered by being stored in the same transaction, with the commit: it is applied
 * like one that came before its attempt was recorded, and of a service message it is applied at once.
 */
export function expectDelivery(tx: Tx, provider: string, reference: string): void {
  const receipt = {
    reference,
    providerMessageId: reference,
    state: 'delivered',
    reason: null,
    providerCode: null,
    at: null,
  } as const
  tx.send(insertReceipt, [
    ...receiptValues(provider, receipt, fromReference(reference), null),
    !isServiceReference(reference),
  ])
}

/** Where receipts are stored, and told of. */
export type Receiving = { readonly pool: pg.Pool; readonly log: Log }

/** Retries receipts that came before their attempt was recorded, each by itself and with growing pauses. */
export async function matchLateReceipts({ pool, log }: Receiving): Promise<void> {
  await eachByItself(await runOnce(pool, retryMatching), (row) => {
    const { platformHolderId } = row
    return inTransaction(pool, { holder: platformHolderId }, async (tx) => {
      await tx.rows(markMatched, [row.id, platformHolderId])
      await applyToAttempts(tx, log, platformHolderId, row.messageReference, {
        reference: null,
        providerMessageId: row.providerMessageId,
        state: row.state,
        reason: row.reasonCode,
        providerCode: row.providerCode,
        at: row.providerAt,
      })
    })
  })
}

async function applyToAttempts(
  tx: Tx,
  log: Log,
  platformHolderId: string,
  messageReference: string,
  receipt: Receipt,
): Promise<void> {
  for (const attempt of await tx.rows(selectAttempts, [platformHolderId, messageReference])) {
    noteReceipt(log, platformHolderId, attempt, receipt)
    const known = isInferredFailure(attempt) ? 0 : rank(attempt.attemptState)
    if (rank(receipt.state) <= known) continue
    const isFailure = receipt.state === 'undelivered' || receipt.state === 'failed'
    const reason = isFailure ? reasonOf(receipt.reason) : null
    tx.send(updateAttempt, [
      platformHolderId,
      attempt.reminderId,
      attempt.attemptNo,
      receipt.state,
      receipt.providerCode,
      reason,
    ])
    if (isAwaiting(attempt) || (!isFailure && isStandInFor(attempt)))
      tx.send(updateRow, [...rowValues(platformHolderId, attempt, receipt), !isFailure && isFirstNews(attempt)])
    if (reason === 'recipient_opted_out' && attempt.channel === 'sms') {
      rememberProviderOptOut(tx, platformHolderId, [attempt.destinationKey.toString('hex')], [attempt.reminderId])
    }
  }
}

function noteReceipt(log: Log, platformHolderId: string, attempt: AttemptRow, { state, providerCode }: Receipt): void {
  const { appointmentId, reminderId, attemptNo } = attempt
  log.info({ platformHolderId, appointmentId, reminderId, attemptNo, state, providerCode }, 'receipt')
  beginSpan('receipt', { 'tijdig.appointment.id': appointmentId, 'tijdig.reminder.id': reminderId })?.end()
}

/** Inferred from silence: whatever the provider says overrides it. */
function isInferredFailure(attempt: AttemptRow): boolean {
  return attempt.attemptState === 'failed' && attempt.attemptReason === 'provider_unreachable'
}

/** The row waits for news of this very attempt. */
function isAwaiting({ attemptNo, attempts, rowState }: AttemptRow): boolean {
  return attemptNo === attempts && ['handed_over', 'sent', 'unknown'].includes(rowState)
}

/** The row was to be sent again, or ended, because this attempt was believed lost. */
function isStandInFor(attempt: AttemptRow): boolean {
  const { rowState, rowReason } = attempt
  if (!isInferredFailure(attempt)) return false
  return ['planned', 'claimed'].includes(rowState) || (rowState === 'failed' && rowReason === 'provider_unreachable')
}

/** Before it nobody knew that the provider had the message: a row of which it was known has been counted, or given up. */
function isFirstNews({ rowState, handedOverAt, clock }: AttemptRow): boolean {
  if (['sent', 'failed'].includes(rowState)) return false
  return Temporal.Instant.compare(handedOverAt.add({ hours: receiptHours }), clock) > 0
}

function rowValues(platformHolderId: string, attempt: AttemptRow, receipt: Receipt): unknown[] {
  const { state } = receipt
  // A row that had moved to the fallback channel moves back.
  const fallback = attempt.rowChannel === attempt.channel ? attempt.fallbackChannel : attempt.rowChannel
  const keep = [attempt.channel, fallback]
  if (state === 'delivered') return [platformHolderId, attempt.reminderId, state, null, null, ...keep]
  if (state === 'sent') {
    const receiptUntil = attempt.channel === 'sms' ? attempt.handedOverAt.add({ hours: receiptHours }) : null
    return [platformHolderId, attempt.reminderId, state, null, receiptUntil, ...keep]
  }
  const after = afterFailure({
    reason: reasonOf(receipt.reason),
    fallback: attempt.fallbackChannel,
    channel: attempt.channel,
    now: attempt.clock,
    latestAt: attempt.latestAt,
  })
  const end: ReminderState = after.state === 'failed' ? state : after.state
  return [
    platformHolderId,
    attempt.reminderId,
    end,
    after.reasonCode,
    after.runAt,
    after.channel,
    after.fallbackChannel,
  ]
}

const ranks: Readonly<Record<string, number>> = {
  unknown: 0,
  handed_over: 0,
  sent: 1,
  delivered: 2,
  undelivered: 2,
  failed: 2,
}

function rank(state: string): number {
  return ranks[state] ?? 0
}

function receiptValues(
  provider: string,
  receipt: Receipt,
  messageReference: string | null,
  platformHolderId: string | null,
): unknown[] {
  return [
    newId(),
    provider,
    messageReference,
    receipt.providerMessageId ?? '',
    receipt.state,
    receipt.reason,
    receipt.providerCode ?? '',
    receipt.at,
    platformHolderId,
  ]
}
