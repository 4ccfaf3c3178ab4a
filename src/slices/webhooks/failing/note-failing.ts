import { audit } from '#/kernel/audit.ts'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import { listIntegrators } from '#/slices/access/access.ts'
import type { Claim } from '#/slices/webhooks/lanes/claim-store.ts'
import { disable, keyOf, selectVersion, updateTold, type Standing } from '#/slices/webhooks/lanes/lane-store.ts'
import { holdDeliveries } from '#/slices/webhooks/queue/queue.ts'
import { webhookEndpointDisabled, webhookEndpointFailing } from '#/slices/webhooks/webhook-events.ts'
import { mailWebhookProblem } from './problem-mail.ts'

const hourMs = 3_600_000
/** After so long without a success staff are told, and after so long an endpoint is called no more. */
const toldAfterMs = 24 * hourMs
const disabledAfterMs = 5 * 24 * hourMs

/**
 * Tells staff of an endpoint that keeps failing, and disables it in the end, or at once when it is gone; in the
 * transaction that recorded its attempts.
 *
 * @returns whether it may still be called
 */
export async function noteFailing(
  tx: HolderTx,
  claim: Claim,
  { isCalled, failingSince, failingForMs, isTold }: Standing,
  isGone: boolean,
): Promise<boolean> {
  if (!isCalled) return false
  if (isGone) return disableFor(tx, claim, 'gone')
  if (failingSince === null || failingForMs === null) return true
  if (failingForMs >= disabledAfterMs) return disableFor(tx, claim, 'failing')
  if (failingForMs >= toldAfterMs && !isTold) await tell(tx, claim, failingSince)
  return true
}

async function tell(tx: HolderTx, claim: Claim, failingSince: Temporal.Instant): Promise<void> {
  tx.send(updateTold, keyOf(claim))
  const [row] = await tx.rows(selectVersion, keyOf(claim))
  if (!row) return
  webhookEndpointFailing.emit(tx, [
    {
      ...subjectOf(claim, row.version),
      data: { failingSince: failingSince.toString({ smallestUnit: 'millisecond' }) },
    },
  ])
  await enqueueMails(tx, claim)
}

async function disableFor(tx: HolderTx, claim: Claim, reason: 'gone' | 'failing'): Promise<false> {
  const [row] = await tx.rows(disable, [...keyOf(claim), reason])
  if (!row) return false
  holdDeliveries(tx, claim.id)
  webhookEndpointDisabled.emit(tx, [{ ...subjectOf(claim, row.version), data: { reason } }])
  await enqueueMails(tx, claim)
  audit(tx, {
    platformHolderId: claim.platformHolderId,
    actor: { kind: 'system', id: null },
    action: 'webhookEndpointDisabled',
    requestId: null,
    subjects: [claim.id],
    detail: { reason },
  })
  return false
}

function subjectOf({ platformHolderId, id }: Claim, version: number) {
  return { platformHolderId, subjectId: id, subjectVersion: version }
}

async function enqueueMails(tx: HolderTx, { platformHolderId, id }: Claim): Promise<void> {
  for (const { id: staffMemberId } of await listIntegrators(tx))
    mailWebhookProblem.add(
      tx,
      { platformHolderId, endpointId: id, staffMemberId },
      `mail-webhook-problem ${id} ${staffMemberId}`,
    )
}
