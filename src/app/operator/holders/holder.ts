import type pg from 'pg'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { formatInstantOrNull } from '#/kernel/schema.ts'
import { isLocale } from '#/locales/locales.ts'
import { listMembers } from '#/slices/access/access.ts'
import { countAhead } from '#/slices/appointments/reading/ahead-store.ts'
import { createHolder, isTimeZone } from '#/slices/holders/holders.ts'
import {
  findHolder,
  findHolderForUpdate,
  listHolderRows,
  updateHolderStatus,
  type HolderRow,
  type HolderStatus,
} from '#/slices/holders/operator-store.ts'
import { planSuppressedAhead } from '#/slices/reminders/rows/reactivation-store.ts'
import { readOverviewOfHolder } from '#/slices/reminders/reading/why-store.ts'
import { createDefaultPolicy } from '#/slices/reminders/reminders.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'

export type ListedHolder = {
  readonly id: string
  readonly displayName: string
  readonly status: HolderStatus
  /** What it sends goes to its inbox, for good. */
  readonly isTest: boolean
  readonly locale: string
  readonly timezone: string
  readonly activeFrom: string | null
}

/** All platform holders, oldest first. @param pool acts as tijdig_operator, as in every function here */
export async function listHolders(pool: pg.Pool): Promise<ListedHolder[]> {
  const rows = await inTransaction(pool, { holder: null }, listHolderRows)
  return rows.map(toListed)
}

function toListed(row: HolderRow): ListedHolder {
  return {
    id: row.id,
    displayName: row.displayName,
    status: row.status,
    isTest: row.isTest,
    locale: row.defaultLocale,
    timezone: row.defaultTimezone,
    activeFrom: formatInstantOrNull(row.activeFrom),
  }
}

/** A holder with what an operator looks for first. */
export type ShownHolder = ListedHolder & {
  /** Members of staff who may sign in. */
  readonly activeStaff: number
  readonly appointmentsAhead: number
  readonly planned: number
  readonly nextDueAt: string | null
  /** Messages that wait for a person. */
  readonly held: number
  readonly lastHandedOverAt: string | null
}

/** @throws OperatorError when there is no such holder, or it was deleted */
export async function showHolder(pool: pg.Pool, id: string): Promise<ShownHolder> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    await getHolder(tx, id)
    const [rows, members, ahead, messages] = await Promise.all([
      listHolderRows(tx),
      listMembers(tx, id),
      countAhead(tx, id),
      readOverviewOfHolder(tx, id),
    ])
    const row = rows.find((one) => one.id === id)
    if (!row) throw new Error('A holder that was found is not listed')
    return {
      ...toListed(row),
      activeStaff: members.filter(({ status }) => status === 'active').length,
      appointmentsAhead: ahead,
      planned: messages.planned,
      nextDueAt: formatInstantOrNull(messages.nextDueAt),
      held: messages.held,
      lastHandedOverAt: formatInstantOrNull(messages.lastHandedOverAt),
    }
  })
}

/** Its name and status alone. @throws OperatorError when there is no such holder, or it was deleted */
export function readHolder(pool: pg.Pool, id: string): Promise<FoundHolder> {
  return inTransaction(pool, { holder: null }, (tx) => getHolder(tx, id))
}

export type HolderToCreate = {
  readonly displayName: string
  readonly locale: string
  readonly timezone: string
  /** Telephone number or name its SMS come from. */
  readonly smsSender: string
  /** For tests, for good: what it sends goes to its inbox. */
  readonly isTest?: boolean
}

/**
 * Adds a platform holder with the default reminder policy. It stays a draft, and nothing is sent, until it is activated.
 *
 * @throws OperatorError when name, locale or time zone is not valid
 */
export async function addHolder(
  pool: pg.Pool,
  holder: HolderToCreate,
): Promise<{ id: string; displayName: string; status: HolderStatus; isTest: boolean }> {
  const { isTest = false } = holder
  const displayName = holder.displayName.trim()
  if (displayName === '' || displayName.length > 200)
    throw new OperatorError('The name of a platform holder has 1 to 200 characters.')
  if (!isLocale(holder.locale))
    throw new OperatorError(`There is no locale ${holder.locale}: give one such as nl, en or zh-Hans.`)
  if (!isTimeZone(holder.timezone))
    throw new OperatorError(`There is no time zone ${holder.timezone}: give an IANA name such as Europe/Amsterdam.`)
  return inTransaction(pool, { holder: null }, async (tx) => {
    const id = await createHolder(
      tx,
      { displayName, defaultLocale: holder.locale, defaultTimezone: holder.timezone, isTest },
      (t, created) => createDefaultPolicy(t, created, holder.smsSender),
    )
    auditOperator(tx, { platformHolderId: id, action: 'holderCreated', subjects: [id], detail: { isTest } })
    return { id, displayName, status: 'draft' as const, isTest }
  })
}

export type StatusChange = {
  readonly id: string
  readonly displayName: string
  readonly status: HolderStatus
  /** False when it had this status already; then nothing was written. */
  readonly isChanged: boolean
}

/**
 * Makes a draft or suspended holder active: its reminders are sent from now on, and future ones that ended while it was
 * not active are planned again (G16).
 *
 * @returns with `plannedAgain`, the number of reminders planned again
 */
export async function activateHolder(pool: pg.Pool, id: string): Promise<StatusChange & { plannedAgain: number }> {
  return inTransaction(pool, { holder: null }, (tx) => activateInTransaction(tx, id))
}

/** `activateHolder` inside another transaction. */
export async function activateInTransaction(tx: Tx, id: string): Promise<StatusChange & { plannedAgain: number }> {
  const change = await changeStatus(tx, id, 'active')
  const plannedAgain = change.isChanged ? await planSuppressedAhead(tx, id) : 0
  if (change.isChanged)
    auditOperator(tx, { platformHolderId: id, action: 'holderActivated', subjects: [id], detail: { plannedAgain } })
  return { ...change, plannedAgain }
}

/** Suspends a holder: its staff and keys are refused at their next call, and reminders that fall due end as suppressed. */
export async function suspendHolder(pool: pg.Pool, id: string): Promise<StatusChange> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const change = await changeStatus(tx, id, 'suspended')
    if (change.isChanged) auditOperator(tx, { platformHolderId: id, action: 'holderSuspended', subjects: [id] })
    return change
  })
}

async function changeStatus(tx: Tx, id: string, status: HolderStatus): Promise<StatusChange> {
  const holder = await lockHolder(tx, id)
  const isChanged = holder.status !== status
  if (isChanged) await updateHolderStatus(tx, id, status)
  return { id, displayName: holder.displayName, status, isChanged }
}

type FoundHolder = { readonly displayName: string; readonly status: HolderStatus }

/** The holder, not locked. @throws OperatorError when there is none, or it was deleted */
export async function getHolder(tx: Tx, id: string): Promise<FoundHolder> {
  return existing(await findHolder(tx, id))
}

/** The holder, locked until the transaction ends. @throws OperatorError when there is none, or it was deleted */
export async function lockHolder(tx: Tx, id: string): Promise<FoundHolder> {
  return existing(await findHolderForUpdate(tx, id))
}

function existing(holder: FoundHolder | null): FoundHolder {
  if (holder === null || holder.status === 'deleted')
    throw new OperatorError('There is no such platform holder: `tijdig holder list` shows them.')
  return holder
}
