import type pg from 'pg'
import type { Actions } from '#/surfaces/agents/action.ts'
import { audit } from '#/kernel/audit.ts'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { eachByItself } from '#/kernel/flow/each-by-itself.ts'
import type { Operation } from '#/kernel/operation.ts'
import { endExecution, listInterrupted, lockInterrupted, type Interrupted, type ProposalRow } from './proposal-store.ts'

/**
 * Settles executions that were cut off, each by itself. An operation in one transaction stores its end with its effect:
 * without that nothing was done, and after this nothing can be. Where a provider was called, what is stored of that tells.
 *
 * @param pool acts as tijdig_operator
 * @throws Error when one could not be settled, after all others were
 */
export function settleInterrupted(pool: pg.Pool, actions: Actions): Promise<void> {
  return eachByItself(interrupted(pool), (found) =>
    inTransaction(pool, { holder: null }, async (tx) => {
      const row = await lockInterrupted(tx, found)
      if (row) await settleOne(tx, row, actions)
    }),
  )
}

async function* interrupted(pool: pg.Pool): AsyncGenerator<Interrupted> {
  for (let after: Interrupted | null = null; ;) {
    const page: Interrupted[] = await listInterrupted(pool, after)
    yield* page
    after = page.at(-1) ?? null
    if (after === null) return
  }
}

async function settleOne(tx: Tx, row: ProposalRow, actions: Actions): Promise<void> {
  await settle(tx, row, actions.get(row.operationId)?.operation ?? null, 'EXECUTION_INTERRUPTED')
  audit(tx, {
    platformHolderId: row.platformHolderId,
    actor: { kind: 'system', id: null },
    action: 'voice_proposal.settled',
    requestId: null,
    subjects: [row.id],
  })
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
