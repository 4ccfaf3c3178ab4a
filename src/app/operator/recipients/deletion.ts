import type pg from 'pg'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { isPhoneE164 } from '#/kernel/text/phone-number.ts'
import { formatInstant, formatInstantOrNull } from '#/kernel/schema.ts'
import {
  completeDeletion as completeDeletionJob,
  eraseAgain,
  findSharedContacts,
  liftErasure,
  type DeletionStatus,
  type ErasePools,
  type RetainedCategory,
} from '#/slices/deletion-requests/deletion-requests.ts'
export { retainedCategories, type RetainedCategory } from '#/slices/deletion-requests/deletion-requests.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { privacy } from '#/app/privacy.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { parseEmail } from '#/app/operator/holders/staff.ts'
import {
  askToErase,
  lockRequest,
  rejectRequest,
  selectRequest,
  selectRequests,
  startRequest,
  type OperatorDeletionRow,
} from '#/slices/deletion-requests/operator-store.ts'

/** A request as staff see it: whom it is about, and until when it must be decided. */
export type ListedDeletion = {
  readonly deletionRequestId: string
  /** Null of a letter to a holder, which is about one of its entries and nothing else. */
  readonly recipientId: string | null
  readonly platformHolderId: string | null
  readonly holderRecipientId: string | null
  readonly displayName: string
  readonly status: DeletionStatus
  readonly reason: string | null
  readonly createdAt: string
  readonly dueAt: string
  /** The last notice and the erasure are on their way. */
  readonly isBeingErased: boolean
  readonly completedAt: string | null
}

/** Requests that are open, the most urgent first; with `all` also the decided ones. @param pool acts as tijdig_operator */
export async function listDeletions(pool: pg.Pool, all: boolean): Promise<ListedDeletion[]> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const rows = await tx.rows(selectRequests, [all])
    auditOperator(tx, {
      platformHolderId: null,
      action: 'deletionRequestsListed',
      subjects: rows.map(personOf),
    })
    return rows.map(toListed)
  })
}

/** One request, whatever its status. @throws OperatorError when there is none */
export function getDeletion(pool: pg.Pool, id: string): Promise<ListedDeletion> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const row = existing(id, (await tx.rows(selectRequest, [id]))[0])
    auditOperator(tx, {
      platformHolderId: row.platformHolderId,
      action: 'deletionRequestRead',
      subjects: [personOf(row), id],
    })
    return toListed(row)
  })
}

/** A request in progress, with the number of other people's entries that share a number or address with the person. */
export type StartedDeletion = ListedDeletion & { readonly othersWithContact: number }

/** Starts on a request: pending_review -> in_progress. @throws OperatorError */
export function startDeletion(pool: pg.Pool, keys: DerivedKeys, id: string): Promise<StartedDeletion> {
  return change(pool, id, 'deletionStarted', ['pending_review'], async (tx, request) => {
    await tx.rows(startRequest, [id])
    const { others } = await sharedContactsOf(tx, keys, request)
    return { othersWithContact: others }
  })
}

/**
 * What becomes of numbers and addresses that other people use too: `stop` never writes to them again, so the others get
 * nothing either; `keep` stops messages only to entries with the name and contact of the erased person.
 */
export const sharedContactChoices = ['stop', 'keep'] as const
export type SharedContactChoice = (typeof sharedContactChoices)[number]

export type DeletionOutcome = {
  readonly message: string
  readonly retained: readonly RetainedCategory[]
  /** Null when the operator has not said; then refused if the person shares a contact with others. */
  readonly sharedContacts: SharedContactChoice | null
}

/**
 * Completes a request in progress: the worker sends the last notice and then erases. Cannot be undone.
 *
 * @throws OperatorError, also when other people use a contact of the person and `sharedContacts` is null
 */
export function completeDeletion(
  pool: pg.Pool,
  keys: DerivedKeys,
  id: string,
  { message, retained, sharedContacts }: DeletionOutcome,
): Promise<StartedDeletion> {
  return change(pool, id, 'deletionCompleted', ['in_progress'], async (tx, request) => {
    if (request.recipientId === null && message !== '')
      throw new OperatorError(
        'Nobody is sent a message about a letter: the organization answers it. Leave `--message` out.',
      )
    const { contacts, others } = await sharedContactsOf(tx, keys, request)
    if (others > 0 && sharedContacts === null) throw new OperatorError(sharedRefusal(others))
    const kept = sharedContacts === 'keep' ? contacts.map(({ key }) => key) : []
    await tx.rows(askToErase, [id, message, retained, kept])
    completeDeletionJob.add(tx, { deletionRequestId: id }, `deletion ${id}`)
    return { othersWithContact: others }
  })
}

/** A letter closes no number or address, so it concerns nobody else. */
async function sharedContactsOf(tx: Tx, keys: DerivedKeys, { recipientId }: OperatorDeletionRow) {
  return recipientId === null ? { contacts: [], others: 0 } : findSharedContacts(tx, keys, recipientId)
}

/** Whom an audit row about a request names. */
function personOf({ recipientId, holderRecipientId, id }: OperatorDeletionRow): string {
  return recipientId ?? holderRecipientId ?? id
}

function sharedRefusal(others: number): string {
  return (
    `Other people have a number or address of this person (entries of holders: ${others}). Say what becomes of it: ` +
    '`--shared-contacts stop` ends all messages to it, for them too; `--shared-contacts keep` goes on writing to them.'
  )
}

/** Ends a request without deleting anything, with a reason the recipient reads. @throws OperatorError */
export function rejectDeletion(pool: pg.Pool, id: string, message: string): Promise<ListedDeletion> {
  return change(pool, id, 'deletionRejected', ['pending_review', 'in_progress'], async (tx) => {
    await tx.rows(rejectRequest, [id, message])
    return {}
  })
}

/** Erases again the people of the journal whose erasure a database lacks. @returns how many people */
export async function reapplyDeletions(pools: ErasePools, journalFile: string): Promise<number> {
  const erased = await eraseAgain(pools, privacy, journalFile)
  await inTransaction(pools.operator, { holder: null }, async (tx) =>
    auditOperator(tx, { platformHolderId: null, action: 'deletionsReapplied', detail: { erased } }),
  )
  return erased
}

/** @param address a number in E.164 or an e-mail address @param reason without personal data, for the audit trail */
export type LiftedContact = { readonly address: string; readonly reason: string }

/**
 * Lets messages go to a number or address again that an erasure stopped, because the person came back: from now on
 * planned reminders are sent.
 *
 * @returns how many entries of holders get messages again
 * @throws OperatorError when no erasure keeps messages from it
 */
export async function liftDeletion(
  pool: pg.Pool,
  keys: DerivedKeys,
  { address, reason }: LiftedContact,
): Promise<{ readonly entries: number }> {
  const channel = isPhoneE164(address) ? 'sms' : 'email'
  const key = contactKey(keys, channel, channel === 'sms' ? address : parseEmail(address)).toString('hex')
  return inTransaction(pool, { holder: null }, async (tx) => {
    const { isLifted, entries } = await liftErasure(tx, { channel, key })
    if (!isLifted && entries.length === 0)
      throw new OperatorError('No erasure keeps messages from this number or address: look at how it is written.')
    auditOperator(tx, {
      platformHolderId: null,
      action: 'erasureLifted',
      subjects: entries.map((entry) => entry.holderRecipientId),
      detail: { channel, contactKey: key, reason },
    })
    return { entries: entries.length }
  })
}

/** One step of one request, with its audit row. */
async function change<Found extends object>(
  pool: pg.Pool,
  id: string,
  action: string,
  from: readonly DeletionStatus[],
  step: (tx: Tx, request: OperatorDeletionRow) => Promise<Found>,
): Promise<ListedDeletion & Found> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const row = existing(id, (await tx.rows(lockRequest, [id]))[0])
    if (!from.includes(row.status)) throw new OperatorError(refusalOf(row.status))
    if (row.eraseAskedAt !== null && action !== 'deletionCompleted')
      throw new OperatorError('The erasure is on its way and cannot be stopped.')
    const found = await step(tx, row)
    auditOperator(tx, { platformHolderId: row.platformHolderId, action, subjects: [personOf(row), id] })
    const [changed] = await tx.rows(selectRequest, [id])
    if (!changed) throw new Error('A request that was changed is gone')
    return { ...toListed(changed), ...found }
  })
}

function existing(id: string, row: OperatorDeletionRow | undefined): OperatorDeletionRow {
  if (!row) throw new OperatorError(`There is no deletion request ${id}: see \`tijdig deletion list\`.`)
  return row
}

function refusalOf(status: DeletionStatus): string {
  if (status === 'pending_review') return 'This request was not taken on yet: `tijdig deletion start` first.'
  if (status === 'in_progress') return 'This request is taken on already.'
  return `This request is ${status}, for good.`
}

function toListed(row: OperatorDeletionRow): ListedDeletion {
  return {
    deletionRequestId: row.id,
    recipientId: row.recipientId,
    platformHolderId: row.platformHolderId,
    holderRecipientId: row.holderRecipientId,
    displayName: row.displayName,
    status: row.status,
    reason: row.reason,
    createdAt: formatInstant(row.createdAt),
    dueAt: formatInstant(row.dueAt),
    isBeingErased: row.status === 'in_progress' && row.eraseAskedAt !== null,
    completedAt: formatInstantOrNull(row.completedAt),
  }
}
