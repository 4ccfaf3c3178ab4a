import { setImmediate as breathe } from 'node:timers/promises'
import type { Tx } from '#/kernel/postgres/db.ts'
import { oneDryRun } from '#/slices/reminders/policy/one-dry-run.ts'
import { leftBy, planDifference } from '#/slices/reminders/plan/plan-difference.ts'
import { newRows, planRows, planStamp, type PlannableAppointment } from '#/slices/reminders/rows/planning.ts'
import type { ReminderPolicy } from '#/slices/reminders/words/policy.ts'
import {
  getPolicy,
  getPolicyForUpdate,
  lockPlanning,
  updatePolicy,
  type PolicyRow,
} from '#/slices/reminders/policy/policy-store.ts'
import {
  listOutdated,
  lockUnsentRows,
  readCurrentRows,
  readOutdated,
  stampPlans,
  supersedeRows,
  type Locking,
  type Outdated,
  type OutdatedAppointment,
  type OutdatedPage,
  type Scope,
  type StoredRowOfAppointment,
} from './replan-store.ts'
import { readPlanningRow } from '#/slices/reminders/rows/planning-store.ts'
import { upsertReminderRows } from '#/slices/reminders/rows/row-store.ts'
import { createDraftTables, draftPage, listCandidates, numberCandidates, writeDrafts } from './draft-store.ts'
import { toTypePlan, type TypePlan } from '#/slices/reminders/policy/type-plan.ts'
import { toPreferences } from '#/slices/reminders/policy/preferences.ts'

/** How many appointments have rows that changed, and how many rows were added, changed or cancelled. */
export type Replanned = { readonly appointments: number; readonly reminders: number }

type Target = {
  readonly platformHolderId: string
  readonly now: Temporal.Instant
  /** A draft of the type, used instead of the stored one. */
  readonly draftType?: TypePlan
}
type EditScope = Target & Scope

function scopeOf(target: Target, policy: ReminderPolicy): EditScope {
  return { ...target, stamp: planStamp(policy.version), appointmentTypeId: null }
}

/** Small, to keep statements short and because computing a page of plans blocks this process. */
const pageSize = 500
const pagesPerWrite = 10
const mostPasses = 5

/**
 * Makes every other edit of the holder that replans wait until the transaction ends. Before taking it, check what can
 * be refused: an edit of very many appointments takes long.
 */
export async function lockEdits(tx: Tx, platformHolderId: string): Promise<void> {
  await getPolicyForUpdate(tx, platformHolderId)
}

/**
 * Stores a policy and plans the unsent rows of all appointments ahead by it, in one transaction (G19).
 *
 * @param tx has the policy row locked
 * @param policy checked, with its new version
 */
export async function replacePolicy(
  tx: Tx,
  target: Target,
  policy: ReminderPolicy,
): Promise<{ row: PolicyRow; replanned: Replanned }> {
  const row = await updatePolicy(tx, target.platformHolderId, policy)
  return { row, replanned: await replanAhead(tx, scopeOf(target, policy), policy) }
}

/**
 * Replans the unsent rows of all upcoming appointments of a type that was changed in this transaction (G19).
 *
 * @param tx has edits locked (`lockEdits`) from before the change
 */
export async function replanType(tx: Tx, target: Target, appointmentTypeId: string): Promise<Replanned> {
  const policy = await getPolicy(tx, target.platformHolderId)
  return replanAhead(tx, { ...scopeOf(target, policy), appointmentTypeId }, policy)
}

/**
 * Most of the work, computing the plans, needs no lock: plans are drafted, and those that change meanwhile are computed
 * again. Drafts are then written for appointments that nobody has locked, and only for the few that are left everybody
 * who plans must wait. Whoever still holds an appointment is waiting to plan it by the new version, so it is skipped;
 * when that transaction fails, `replanOutdated` finds the appointment by its stamp.
 */
async function replanAhead(tx: Tx, scope: EditScope, policy: ReminderPolicy): Promise<Replanned> {
  const total = { appointments: 0, reminders: 0 }
  let nextPage = 0
  createDraftTables(tx)
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const firstPage = nextPage
    const drafted = await draftOutdated(tx, scope, policy, firstPage)
    nextPage = drafted.nextPage
    for (let first = firstPage; first < nextPage; first += pagesPerWrite) {
      const last = Math.min(first + pagesPerWrite, nextPage) - 1
      add(total, await writeDrafts(tx, scope, { first, last }))
    }
    if (drafted.appointments < pageSize) break
  }
  await lockPlanning(tx, scope.platformHolderId)
  await replanPass(tx, scope, policy, 'skip_locked', total)
  return total
}

/** Drafts plans until few appointments are left that changed meanwhile. @returns also how many were looked at */
async function draftOutdated(tx: Tx, scope: EditScope, policy: ReminderPolicy, firstPage: number) {
  let page = firstPage
  let appointments = 0
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const round = firstPage * mostPasses + pass
    const count = await numberCandidates(tx, scope, round)
    let reading = readPage(tx, scope, round, 0)
    for (let start = 0; start < count; start += pageSize, page += 1) {
      const { rows, stored } = await reading
      // Prefetched while this page is computed.
      reading = readPage(tx, scope, round, start + pageSize)
      await breathe()
      const changes = workOut(scope, rows, stored, policy)
      draftPage(tx, {
        page,
        appointments: rows.map((row) => fingerprint(row, stored.get(row.id) ?? [])),
        write: changes.flatMap((change) => change.write),
        superseded: changes.flatMap((change) => change.superseded.map((id) => ({ id, appointmentId: change.id }))),
      })
    }
    await reading
    appointments += count
    if (count < pageSize) break
  }
  return { nextPage: page, appointments }
}

type Page = { readonly rows: readonly OutdatedAppointment[]; readonly stored: StoredRows }
type StoredRows = ReadonlyMap<string, readonly StoredRowOfAppointment[]>

/** Two reads without a lock: a change between them is noticed when the page is written. */
function readPage(tx: Tx, scope: EditScope, round: number, start: number): Promise<Page> {
  const read = async () => {
    const ids = await listCandidates(tx, round, start + 1, start + pageSize)
    if (ids.length === 0) return { rows: [], stored: new Map() }
    const [rows, stored] = await Promise.all([
      readOutdated(tx, scope, ids, 'none'),
      readCurrentRows(tx, scope.platformHolderId, ids),
    ])
    return { rows, stored: byAppointment(stored) }
  }
  const reading = read()
  // It may reject before anybody awaits it; whoever then does still gets the error.
  reading.catch(() => undefined)
  return reading
}

function byAppointment(rows: readonly StoredRowOfAppointment[]): StoredRows {
  return Map.groupBy(rows, (row) => row.appointmentId)
}

function fingerprint(row: OutdatedAppointment, stored: readonly StoredRowOfAppointment[]) {
  const rowsVersion = stored.reduce((sum, one) => sum + one.rowVersion, 0)
  return { id: row.id, rowVersion: row.rowVersion, rows: stored.length, rowsVersion }
}

/** What `replacePolicy` would change now. Locks nothing and writes nothing. */
export async function countReplanned(tx: Tx, target: Target, policy: ReminderPolicy): Promise<Replanned> {
  const total = { appointments: 0, reminders: 0 }
  const scope = scopeOf(target, policy)
  await oneDryRun(target.platformHolderId, () => replanPass(tx, scope, policy, 'none', total))
  return total
}

/** What `replanType` would change now if the type had this plan. Locks nothing and writes nothing. */
export async function countReplannedOfType(tx: Tx, target: Target, draftType: TypePlan): Promise<Replanned> {
  const policy = await getPolicy(tx, target.platformHolderId)
  const total = { appointments: 0, reminders: 0 }
  const scope = { ...target, stamp: everyPlan, appointmentTypeId: draftType.id, draftType }
  await oneDryRun(target.platformHolderId, () => replanPass(tx, scope, policy, 'none', total))
  return total
}

/** No plan carries an empty stamp. */
const everyPlan = ''

/** How many of a page were replanned, and after which appointment the next one begins; null when it was the last. */
export type OutdatedDone = { readonly replanned: number; readonly last: Outdated | null }

/** Replans a page of the upcoming appointments that carry the stamp of an older policy or of other time-zone data. */
export async function replanOutdated(
  tx: Tx,
  platformHolderId: string,
  page: OutdatedPage,
  now: Temporal.Instant,
): Promise<OutdatedDone> {
  // Holds off policy edits, as all planning does; the appointments are locked without waiting, so the order is free.
  const policy = await readPlanningRow(tx, platformHolderId, noContact, null, noType)
  if (!policy) return { replanned: 0, last: null }
  const scope = scopeOf({ platformHolderId, now }, policy)
  const outdated = await listOutdated(tx, scope, page)
  const replanned = await replanEach(tx, scope, policy, 'skip_locked', { appointments: 0, reminders: 0 }, outdated)
  return { replanned, last: (outdated.length === page.limit && outdated.at(-1)) || null }
}

/**
 * Replans the unsent rows of single upcoming appointments: after their recipient confirmed or changed what they want,
 * or they got another type (G19, G20).
 *
 * @param ids in order; all but upcoming registered ones are skipped
 * @returns those with a message under way, to be replanned once it has gone or come back
 */
export async function replanAppointments(tx: Tx, target: Target, ids: readonly string[]): Promise<Set<string>> {
  // All appointments first, then the policy: the order of a policy edit.
  const scope = { ...target, stamp: everyPlan, appointmentTypeId: null }
  const appointments: OutdatedAppointment[] = []
  for (let start = 0; start < ids.length; start += pageSize)
    appointments.push(...(await readOutdated(tx, scope, ids.slice(start, start + pageSize), 'wait')))
  const policy = await readPlanningRow(tx, target.platformHolderId, noContact, null, noType)
  const underWay = new Set<string>()
  if (!policy) return underWay
  for (let start = 0; start < appointments.length; start += pageSize) {
    const { left } = await replanPage(tx, target, appointments.slice(start, start + pageSize), policy, 'wait')
    for (const id of left) underWay.add(id)
  }
  return underWay
}

async function replanPass(
  tx: Tx,
  scope: EditScope,
  policy: ReminderPolicy,
  locking: Locking,
  total: { appointments: number; reminders: number },
): Promise<void> {
  await replanEach(tx, scope, policy, locking, total, await listOutdated(tx, scope, null))
}

/** @returns how many were replanned; the others are locked, or have a message under way */
async function replanEach(
  tx: Tx,
  scope: EditScope,
  policy: ReminderPolicy,
  locking: Locking,
  total: { appointments: number; reminders: number },
  outdated: readonly Outdated[],
): Promise<number> {
  const ids = outdated.map(({ id }) => id).sort()
  let replanned = 0
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = await readOutdated(tx, scope, ids.slice(start, start + pageSize), locking)
    if (page.length === 0) continue
    const { left, ...done } = await replanPage(tx, scope, page, policy, locking)
    add(total, done)
    replanned += page.length - left.length
  }
  return replanned
}

async function replanPage(
  tx: Tx,
  target: Target,
  page: readonly OutdatedAppointment[],
  policy: ReminderPolicy,
  locking: Locking,
): Promise<Replanned & { readonly left: readonly string[] }> {
  const ids = page.map((appointment) => appointment.id)
  const [lockedElsewhere, rows] = await Promise.all([
    lockUnsentRows(tx, target.platformHolderId, ids, locking),
    readCurrentRows(tx, target.platformHolderId, ids),
  ])
  const stored = byAppointment(rows)
  const changes = workOut(
    target,
    page.filter((row) => !lockedElsewhere.has(row.id)),
    stored,
    policy,
  )
  const write = changes.flatMap((change) => change.write)
  const superseded = changes.flatMap((change) => change.superseded)
  // A row recorded as handed over may be taken back unsent: its appointment keeps its old stamp, to be replanned then.
  const isUnderWay = (id: string) => stored.get(id)?.some((row) => row.state === 'handed_over') ?? false
  const left = ids.filter((id) => lockedElsewhere.has(id) || isUnderWay(id))
  if (locking !== 'none') {
    supersedeRows(tx, target.platformHolderId, superseded)
    upsertReminderRows(tx, write)
    const stamps = page
      .filter((row) => !left.includes(row.id))
      .map((row) => ({ id: row.id, stamp: planStamp(policy.version, toTypePlan(row)) }))
    stampPlans(tx, target.platformHolderId, stamps)
  }
  const appointments = changes.filter((change) => change.write.length + change.superseded.length > 0).length
  return { appointments, reminders: write.length + superseded.length, left }
}

/** What must change for the stored rows of each appointment to follow policy and type. */
function workOut(target: Target, page: readonly OutdatedAppointment[], stored: StoredRows, policy: ReminderPolicy) {
  return page.map((row) => {
    const appointment = toPlannable(row)
    const isOptedOut = { sms: row.isSmsOptedOut, email: row.isEmailOptedOut }
    const planning = {
      policy,
      isOptedOut,
      preferences: toPreferences(row),
      type: target.draftType ?? toTypePlan(row),
    }
    const rows = stored.get(row.id) ?? []
    const plan = planRows(appointment, planning, target.now, 'policy_changed', leftBy(rows, row.isKnown, target.now))
    const difference = planDifference(rows, plan, target.now)
    return { id: row.id, write: newRows(target, appointment, difference.write), superseded: difference.superseded }
  })
}

function add(total: { appointments: number; reminders: number }, more: Replanned): void {
  total.appointments += more.appointments
  total.reminders += more.reminders
}

function toPlannable(row: OutdatedAppointment): PlannableAppointment {
  return {
    id: row.id,
    scheduleRevision: row.scheduleRevision,
    startsAt: row.startsAt,
    timezone: row.timezone,
    contacts: { email: row.recipientEmail, phoneNumberE164: row.recipientPhone },
    isConfirmed: row.isConfirmed,
    awaitsNewTime: row.awaitsNewTime,
  }
}

/** To read the policy alone. */
const noContact = { sms: null, email: null }
const noType = { id: null }
