import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import { inTransaction } from '#/kernel/db.ts'
import { eraseSignIns } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { readErasures, type Erasure } from './erasure-journal.ts'
import {
  completeRequest,
  eraseAll,
  eraseInbound,
  insertErasure,
  selectErasures,
  suppressContacts,
} from './erase-store.ts'

/** operator acts as tijdig_operator on the main database, login as tijdig_login on the datastore of the sign-in. */
export type ErasePools = { readonly operator: pg.Pool; readonly login: pg.Pool }

/**
 * Erases a person: contact data and names at every holder, messages, notes, links, sessions and keys; unsent reminders
 * are withdrawn and nothing is ever sent to their contacts again. What stays are rows without a person, and the audit
 * trail, which knows ids only. Can be repeated.
 */
export async function erase({ operator, login }: ErasePools, erasure: Erasure): Promise<void> {
  // First, because the main database still tells which sign-ins are meant if this is interrupted.
  await eraseSignIns(login, erasure.profileIds)
  await inTransaction(operator, { holder: null }, async (tx) => {
    const holders = erasure.entries.map((entry) => entry.platformHolderId)
    const entries = erasure.entries.map((entry) => entry.holderRecipientId)
    for (const step of eraseAll) await tx.rows(step, [erasure.recipientId, holders, entries])
    const { contacts } = erasure
    await tx.rows(suppressContacts, [contacts.map(({ channel }) => channel), contacts.map(({ key }) => key)])
    await tx.rows(eraseInbound, [contacts.filter(({ channel }) => channel === 'sms').map(({ key }) => key)])
    await tx.rows(insertErasure, [erasure.id, erasure.recipientId])
    const { id, recipientId, erasedAt, message, retainedCategories } = erasure
    await tx.rows(completeRequest, [id, recipientId, erasedAt, message, retainedCategories])
    audit(tx, {
      platformHolderId: null,
      actor: { kind: 'system', id: null },
      action: 'recipientErased',
      requestId: null,
      subjects: [recipientId, id],
      detail: { entries: entries.length, profiles: erasure.profileIds.length },
    })
  })
}

/**
 * Erases again whom the journal names and this database does not: it was restored from a backup made before.
 *
 * @returns how many people
 */
export async function eraseAgain(pools: ErasePools, journalFile: string): Promise<number> {
  const missing = await missingErasures(pools.operator, journalFile)
  for (const erasure of missing) await erase(pools, erasure)
  return missing.length
}

/** Erasures of the journal that this database has not seen, each once. */
export async function missingErasures(operator: pg.Pool, journalFile: string): Promise<Erasure[]> {
  const journal = new Map((await readErasures(journalFile)).map((erasure) => [erasure.id, erasure]))
  if (journal.size === 0) return []
  const seen = await inTransaction(operator, { holder: null }, (tx) => tx.rows(selectErasures, [[...journal.keys()]]))
  for (const { id } of seen) journal.delete(id)
  return [...journal.values()]
}
