import type { Tx } from '#/kernel/postgres/db.ts'
import { liftErasedOptOut } from '#/slices/reminders/reminders.ts'
import type { ErasedContact } from './shared-contacts.ts'
import { lockErasures, reopenEntriesOf, type EntryOf } from './erase-store.ts'

export type Lifted = { readonly isLifted: boolean; readonly entries: readonly EntryOf[] }

/**
 * Opens one contact again that an erasure closed, from what is planned next on: the person came back. Also opens the
 * entries under which holders have handed them in again with it.
 *
 * @param tx of the operator
 */
export async function liftErasure(tx: Tx, { channel, key }: ErasedContact): Promise<Lifted> {
  await tx.rows(lockErasures)
  const lifted = await tx.rows(liftErasedOptOut, [channel, key])
  const entries = await tx.rows(reopenEntriesOf[channel], [key])
  return { isLifted: lifted.length > 0, entries }
}
