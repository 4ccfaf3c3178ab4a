import type { Actions } from '#/kernel/action.ts'
import { audit } from '#/kernel/audit.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import type { Operation } from '#/kernel/operation.ts'
import { endExecution, lockInterrupted, type ProposalRow } from './proposal-store.ts'

/**
 * Settles executions that were cut off. An operation in one transaction stores its end with its effect: without that
 * nothing was done, and after this nothing can be. Where a provider was called, what is stored of that tells.
 */
export async function settleInterrupted(tx: Tx, actions: Actions): Promise<void> {
  for (const row of await lockInterrupted(tx)) {
    const action = actions.get(row.operationId)
    await settle(tx, row, action?.operation ?? null, 'EXECUTION_INTERRUPTED')
    audit(tx, {
      platformHolderId: row.platformHolderId,
      actor: { kind: 'system', id: null },
      action: 'voice_proposal.settled',
      requestId: null,
      subjects: [row.id],
    })
  }
}

/** Ends an execution that failed, unless it did its work all the same or was ended before. */
export async function settle(tx: Tx, row: ProposalRow, operation: Operation | null, errorCode: string): Promise<void> {
  const { platformHolderId, actorId, confirmedAt: since } = row
  const hasApplied = operation && 'hasApplied' in operation ? operation.hasApplied : undefined
  const isDone = since !== null && (await hasApplied?.(tx, { platformHolderId, actorId, since }))
  await endExecution(
    tx,
    row,
    isDone ? { status: 'succeeded', result: null, subjects: [] } : { status: 'failed', errorCode },
  )
}
