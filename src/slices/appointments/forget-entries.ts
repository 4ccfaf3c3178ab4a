import type { Tx } from '#/kernel/postgres/db.ts'
import { forgetEntriesOfNobody, lockEntriesToForget, type EntryKey } from './privacy-store.ts'

/**
 * Deletes those of these entries that have no appointment and no link, with the terms and notes of them. Who is known by
 * another entry of the chain keeps their note, and that they objected to the order of the call list. Entries that somebody
 * else locks, as for a booking, are left.
 *
 * @param tx of the operator
 */
export async function forgetEntries(tx: Tx, entries: readonly EntryKey[]): Promise<void> {
  if (entries.length === 0) return
  await tx.rows(forgetEntriesOfNobody, inPairs(await tx.rows(lockEntriesToForget, inPairs(entries))))
}

const inPairs = (entries: readonly EntryKey[]) => [
  entries.map((entry) => entry.platformHolderId),
  entries.map((entry) => entry.holderRecipientId),
]
