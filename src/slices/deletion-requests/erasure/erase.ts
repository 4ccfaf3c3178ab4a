import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { eachByItself } from '#/kernel/flow/each-by-itself.ts'
import { job } from '#/kernel/job.ts'
import { forgetInStatistics } from '#/kernel/postgres/statistics.ts'
import { erasedTables, erasures, type Privacy } from '#/kernel/privacy.ts'
import { strictObject } from '#/kernel/schema.ts'
import { forgetEntries } from '#/slices/appointments/appointments.ts'
import { eraseSignIns, findSignIns } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { optOutErased } from '#/slices/reminders/reminders.ts'
import { readErasures, type Erasure } from './erasure-journal.ts'
import {
  completeLetter,
  completeRequest,
  insertErasure,
  lockAppointments,
  lockErasures,
  selectErasures,
  selectKeysOfNoOther,
  selectLeftOfContacts,
} from './erase-store.ts'

/** operator acts as tijdig_operator on the main database, login as tijdig_login on the datastore of the sign-in. */
export type ErasePools = { readonly operator: pg.Pool; readonly login: pg.Pool }

/** How each table is erased, and the pool of the sign-in. */
type ErasingFrom = { readonly login: pg.Pool; readonly privacy: Privacy }

/**
 * Erases a person: contact data and names at every holder, messages, notes, links, sessions and keys; unsent reminders
 * are withdrawn and nothing is ever sent to the person again. What stays are rows without a person, and the audit trail,
 * which knows ids only. Of a letter to one holder (no recipient) the same at that holder's entry alone: account, sign-in
 * and other holders are not the holder's to erase, and contacts stay open. Can be repeated.
 *
 * @param tx of the operator, with erasures locked
 */
export async function erase(tx: Tx, { login, privacy }: ErasingFrom, erasure: Erasure): Promise<void> {
  const { id, recipientId, contacts } = erasure
  // In a transaction of its own, maybe in another database. First: if it fails, the main database still tells which
  // sign-ins are meant.
  await eraseSignIns(login, erasure.profileIds)
  forgetStatistics.add(tx, {}, 'statistics of the erased')
  const holders = erasure.entries.map((entry) => entry.platformHolderId)
  const entries = erasure.entries.map((entry) => entry.holderRecipientId)
  await tx.rows(lockAppointments, [holders, entries])
  for (const step of erasures(privacy.main, 'ofEntries')) await tx.rows(step, [holders, entries])
  const keys = contacts.map(({ key }) => key)
  const decided = [erasure.erasedAt, erasure.retainedCategories]
  await tx.rows(insertErasure, [id, recipientId])
  if (recipientId === null) {
    const [holder, entry] = [holders[0], entries[0]]
    // What came from or went to a number that others have here too, and is about none of these appointments, may be theirs.
    const ownKeys = (await tx.rows(selectKeysOfNoOther, [keys, holder, entry])).map(({ key }) => key)
    await eraseOfContacts(tx, privacy, ownKeys, holder ?? null)
    await tx.rows(completeLetter, [id, holder, entry, ...decided])
  } else {
    for (const step of erasures(privacy.main, 'ofRecipient')) await tx.rows(step, [recipientId])
    const stopped = contacts.filter(({ isKept }) => !isKept)
    await tx.rows(optOutErased, [stopped.map(({ channel }) => channel), stopped.map(({ key }) => key)])
    await eraseOfContacts(tx, privacy, keys, null)
    await tx.rows(completeRequest, [id, recipientId, ...decided])
  }
  noteErased(tx, erasure)
}

/** What is found by the person's contacts, at one holder or, when null, at all. */
async function eraseOfContacts(tx: Tx, privacy: Privacy, keys: string[], holder: string | null): Promise<void> {
  for (const step of erasures(privacy.main, 'ofContacts')) await tx.rows(step, [keys, holder])
  await forgetEntries(tx, await tx.rows(selectLeftOfContacts, [keys, holder]))
}

/** Has the tables analyzed that an erasure touches: a job, so that it follows the commit and cannot fail the erasure. */
export const forgetStatistics = job('forget_statistics', strictObject({})).handle(
  async ({ databaseUrl, loginDatabaseUrl, privacy }) => {
    await forgetInStatistics(databaseUrl, erasedTables(privacy.main))
    await forgetInStatistics(loginDatabaseUrl, erasedTables(privacy.login))
  },
)

function noteErased(tx: Tx, { id, recipientId, entries, profileIds }: Erasure): void {
  audit(tx, {
    platformHolderId: recipientId === null ? (entries[0]?.platformHolderId ?? null) : null,
    actor: { kind: 'system', id: null },
    action: 'recipientErased',
    requestId: null,
    subjects: recipientId === null ? [id, ...entries.map((entry) => entry.holderRecipientId)] : [recipientId, id],
    detail: { entries: entries.length, profiles: profileIds.length },
  })
}

/**
 * Erases again whom the journal names and a database does not: the main one, the datastore of the sign-in or both were
 * restored from a backup made before. A failure for one person does not keep the others from being erased.
 *
 * @returns how many people
 * @throws Error after the last of them, when somebody could not be erased
 */
export async function eraseAgain(pools: ErasePools, privacy: Privacy, journalFile: string): Promise<number> {
  let people = 0
  await eachByItself(await missingErasures(pools, journalFile), async (erasure) => {
    if (await eraseMissing(pools, privacy, erasure)) people += 1
  })
  return people
}

/** @returns false when another process did it meanwhile */
function eraseMissing({ operator, login }: ErasePools, privacy: Privacy, erasure: Erasure): Promise<boolean> {
  return inTransaction(operator, { holder: null }, async (tx) => {
    await tx.rows(lockErasures)
    const isSeen = (await tx.rows(selectErasures, [[erasure.id]])).length > 0
    if (!isSeen) await erase(tx, { login, privacy }, erasure)
    else if ((await findSignIns(login, erasure.profileIds)).length > 0) {
      await eraseSignIns(login, erasure.profileIds)
      forgetStatistics.add(tx, {}, 'statistics of the erased')
      noteErased(tx, { ...erasure, entries: [] })
    } else return false
    return true
  })
}

/** Erasures of the journal that one of the two databases has not seen, each once. */
async function missingErasures({ operator, login }: ErasePools, journalFile: string): Promise<Erasure[]> {
  const journal = [...new Map((await readErasures(journalFile)).map((erasure) => [erasure.id, erasure])).values()]
  const missing: Erasure[] = []
  for (let start = 0; start < journal.length; start += pageSize) {
    const page = journal.slice(start, start + pageSize)
    const ids = page.map(({ id }) => id)
    const seen = await inTransaction(operator, { holder: null }, (tx) => tx.rows(selectErasures, [ids]))
    const isSeen = new Set(seen.map(({ id }) => id))
    const isBack = new Set(
      await findSignIns(
        login,
        page.flatMap(({ profileIds }) => profileIds),
      ),
    )
    missing.push(...page.filter(({ id, profileIds }) => !isSeen.has(id) || profileIds.some((one) => isBack.has(one))))
  }
  return missing
}

const pageSize = 1_000
