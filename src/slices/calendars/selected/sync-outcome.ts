import { audit } from '#/kernel/audit.ts'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import type { CalendarFailure } from '#/ports/calendar.ts'
import { mailActionRequired } from './action-required-mail.ts'
import { integrationActionRequired } from '#/slices/calendars/integration-events.ts'
import { updateActionRequired, updateSuccess, updateUnavailable } from './outcome-store.ts'

/** Enqueues the mail to staff about a connection on which this transaction has set `is_notice_due`. */
export function enqueueNotice(tx: HolderTx, integrationId: string): void {
  mailActionRequired.add(
    tx,
    { platformHolderId: tx.platformHolderId, integrationId },
    `mail-integration-action-required ${integrationId}`,
  )
}

/**
 * Writes on a connection how reading it went. A success clears the error code. A failure that only its owner can mend
 * makes it `action_required`, which raises its version and mails staff once; one that passes by itself leaves the status
 * as it is. A connection that is no longer connected is left alone.
 */
export async function noteSyncOutcome(
  tx: HolderTx,
  { integrationId }: { readonly integrationId: string },
  outcome: 'succeeded' | CalendarFailure['outcome'],
): Promise<void> {
  const { platformHolderId } = tx
  const place = [platformHolderId, integrationId]
  if (outcome === 'succeeded') return void (await tx.rows(updateSuccess, place))
  if (outcome === 'unavailable') return void (await tx.rows(updateUnavailable, place))
  const [changed] = await tx.rows(updateActionRequired, [...place, outcome])
  if (!changed) return
  const { version, provider } = changed
  const data = { provider, status: 'action_required', errorCode: outcome } as const
  integrationActionRequired.emit(tx, [{ platformHolderId, subjectId: integrationId, subjectVersion: version, data }])
  enqueueNotice(tx, integrationId)
  audit(tx, {
    platformHolderId,
    actor: { kind: 'provider', id: null },
    action: 'integrationActionRequired',
    requestId: null,
    subjects: [integrationId],
    detail: { reason: outcome },
  })
}
