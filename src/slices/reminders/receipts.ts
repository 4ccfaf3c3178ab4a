import type pg from 'pg'
import { inTransaction, runOnce, statement, type Tx } from '#/kernel/db.ts'
import { fromReference, newId } from '#/kernel/ids.ts'
import type { Receipt } from '#/ports/delivery.ts'
import { afterFailure, reasonOf } from './settle.ts'
import type { Channel } from './policy.ts'
import type { ReminderState } from './reminder-summary.ts'
import { rememberProviderOptOut } from './suppression-store.ts'

/**
 * Stores what a provider says of a message and moves the attempt and its row on (G13). Receipts come late, twice and in
 * any order: each is stored once, states only rise (handed over < sent < delivered, undelivered or failed), and what has
 * ended stays ended. One that fits no attempt is kept and tried again.
 */
export async function acceptReceipt(pool: pg.Pool, provider: string, receipt: Receipt): Promise<void> {
  const messageReference = receipt.reference === null ? null : fromReference(receipt.reference)
  const holders = messageReference === null ? [] : await runOnce(pool, findAttemptHolders, [messageReference])
  if (messageReference === null || holders.length === 0) {
    await inTransaction(pool, { holder: null }, (tx) =>
      tx.rows(insertReceipt, receiptValues(provider, receipt, messageReference, null)),
    )
    return
  }
  for (const { platform_holder_id: platformHolderId } of holders) {
    await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
      const isNew =
        (await tx.rows(insertReceipt, receiptValues(provider, receipt, messageReference, platformHolderId))).length > 0
      if (isNew) await applyToAttempts(tx, platformHolderId, messageReference, receipt)
    })
  }
}

/** Tries receipts again that came before anything they could fit. @returns how many fitted now */
export async function matchLateReceipts(pool: pg.Pool): Promise<number> {
  const waiting = await inTransaction(pool, { holder: null }, (tx) => tx.rows(selectUnmatched))
  let matched = 0
  for (const row of waiting) {
    const holders = await runOnce(pool, findAttemptHolders, [row.message_reference])
    for (const { platform_holder_id: platformHolderId } of holders) {
      await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
        await tx.rows(markMatched, [row.id, platformHolderId])
        await applyToAttempts(tx, platformHolderId, row.message_reference, {
          reference: null,
          providerMessageId: row.provider_message_id,
          state: row.state,
          reason: row.reason_code,
          providerCode: row.provider_code,
          at: row.provider_at,
        })
      })
      matched += 1
    }
  }
  return matched
}

async function applyToAttempts(
  tx: Tx,
  platformHolderId: string,
  messageReference: string,
  receipt: Receipt,
): Promise<void> {
  for (const attempt of await tx.rows(selectAttempts, [platformHolderId, messageReference])) {
    if (rank(receipt.state) <= rank(attempt.attempt_state)) continue
    const isFailure = receipt.state === 'undelivered' || receipt.state === 'failed'
    const reason = isFailure ? reasonOf(receipt.reason) : null
    tx.atCommit(updateAttempt, [
      platformHolderId,
      attempt.reminder_id,
      attempt.attempt_no,
      receipt.state,
      receipt.providerCode,
      reason,
    ])
    const isCurrent =
      attempt.attempt_no === attempt.attempts && ['handed_over', 'sent', 'unknown'].includes(attempt.row_state)
    if (isCurrent) tx.atCommit(updateRow, rowValues(platformHolderId, attempt, receipt))
    if (reason === 'recipient_opted_out' && attempt.channel === 'sms') {
      rememberProviderOptOut(tx, platformHolderId, [attempt.destination_key.toString('hex')], [attempt.reminder_id])
    }
  }
}

function rowValues(platformHolderId: string, attempt: AttemptRow, receipt: Receipt): unknown[] {
  const { state } = receipt
  const keep = [attempt.channel, attempt.fallback_channel]
  if (state === 'delivered') return [platformHolderId, attempt.reminder_id, state, null, null, ...keep]
  if (state === 'sent') {
    const receiptUntil = attempt.channel === 'sms' ? attempt.handed_over_at.add({ hours: 72 }) : null
    return [platformHolderId, attempt.reminder_id, state, null, receiptUntil, ...keep]
  }
  const after = afterFailure({
    reason: reasonOf(receipt.reason),
    fallback: attempt.fallback_channel,
    channel: attempt.channel,
    now: attempt.clock,
    latestAt: attempt.latest_at,
  })
  const end: ReminderState = after.state === 'failed' ? state : after.state
  return [
    platformHolderId,
    attempt.reminder_id,
    end,
    after.reason_code,
    after.run_at,
    after.channel,
    after.fallback_channel,
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

const findAttemptHolders = statement<{ platform_holder_id: string }>(
  'find_attempt_holders',
  'select platform_holder_id from find_attempt_holders($1) order by 1',
)
const insertReceipt = statement(
  'insert_delivery_receipt',
  `insert into delivery_receipt (id, provider, message_reference, provider_message_id, state, reason_code, provider_code, provider_at, platform_holder_id, applied_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9::uuid is null then null else tijdig_now() end) on conflict do nothing returning true as is_new`,
)
const selectUnmatched = statement<{
  id: string
  message_reference: string
  provider_message_id: string
  state: Receipt['state']
  reason_code: Receipt['reason']
  provider_code: string
  provider_at: Temporal.Instant | null
}>(
  'select_unmatched_receipts',
  `select id, message_reference, provider_message_id, state, reason_code, provider_code, provider_at from delivery_receipt
   where applied_at is null and platform_holder_id is null and message_reference is not null and received_at > tijdig_now() - interval '1 day'
   order by received_at limit 100`,
)
const markMatched = statement(
  'mark_receipt_matched',
  'update delivery_receipt set platform_holder_id = $2, applied_at = tijdig_now() where id = $1 and platform_holder_id is null',
)

type AttemptRow = {
  readonly reminder_id: string
  readonly attempt_no: number
  readonly attempts: number
  readonly attempt_state: string
  readonly row_state: string
  readonly channel: Channel
  readonly fallback_channel: Channel | null
  readonly destination_key: Buffer
  readonly handed_over_at: Temporal.Instant
  readonly latest_at: Temporal.Instant
  readonly clock: Temporal.Instant
}
const selectAttempts = statement<AttemptRow>(
  'select_attempts_by_reference',
  `select a.reminder_id, a.attempt_no, r.attempts, a.state as attempt_state, r.state as row_state, a.channel, r.fallback_channel, a.destination_key,
     a.handed_over_at, r.latest_at, tijdig_now() as clock
   from reminder_attempt a join reminder r on r.platform_holder_id = a.platform_holder_id and r.id = a.reminder_id
   where a.platform_holder_id = $1 and a.message_reference = $2 order by a.reminder_id for update of r, a`,
)
const updateAttempt = statement(
  'update_attempt_by_receipt',
  `update reminder_attempt set state = $4, provider_code = coalesce($5, provider_code), reason_code = $6, updated_at = tijdig_now()
   where platform_holder_id = $1 and reminder_id = $2 and attempt_no = $3`,
)
const updateRow = statement(
  'update_row_by_receipt',
  `update reminder set state = $3, reason_code = $4, run_at = $5, channel = $6, fallback_channel = $7, updated_at = tijdig_now(),
     channel_tries = case when $6 = channel then channel_tries else 0 end
   where platform_holder_id = $1 and id = $2`,
)
