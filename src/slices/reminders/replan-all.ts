import type { Tx } from '#/kernel/db.ts'
import type { DerivedKeys } from '#/kernel/derived-keys.ts'
import { contactKeys } from './contact-key.ts'
import { planDifference } from './plan-difference.ts'
import { newRows, planRows, planStamp, type PlannableAppointment } from './planning.ts'
import type { ReminderPolicy } from './policy.ts'
import { lockPlanning, updatePolicy } from './policy-store.ts'
import {
  findSuppressed,
  listOutdated,
  readCurrentRows,
  readOutdated,
  stampPlans,
  supersedeRows,
  type Locking,
  type OutdatedAppointment,
  type StoredRowOfAppointment,
} from './replan-store.ts'
import { readPlanningRow, toPolicy, upsertReminderRows, type PolicyRow } from './store.ts'

/** How many appointments have rows that changed, and how many rows were added, changed or cancelled. */
export type Replanned = { readonly appointments: number; readonly reminders: number }

type Target = { readonly platformHolderId: string; readonly now: Temporal.Instant; readonly keys: DerivedKeys }

/** Small enough for short statements and for a process that answers other requests between two pages. */
const pageSize = 500
const mostPasses = 5

/**
 * Stores a policy and plans the unsent rows of all appointments ahead by it, in one transaction (G19).
 *
 * Nearly all of the work is done while others still plan by the old policy: they are kept from the appointments that
 * are done, and what they add meanwhile is found by the next pass. Only for the little that is left they wait. Whoever
 * then holds an appointment is itself waiting to plan by the new policy, so it is passed over; when that one fails,
 * `replanOutdated` finds the appointment by its stamp.
 *
 * @param tx has the policy row locked
 * @param policy checked, with its new version
 */
export async function replacePolicy(
  tx: Tx,
  target: Target,
  policy: ReminderPolicy,
): Promise<{ row: PolicyRow; replanned: Replanned }> {
  const total = { appointments: 0, reminders: 0 }
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const replanned = await replanPass(tx, target, policy, 'wait', total)
    if (replanned < pageSize) break
  }
  await lockPlanning(tx, target.platformHolderId)
  const row = await updatePolicy(tx, target.platformHolderId, policy)
  await replanPass(tx, target, policy, 'skip_locked', total)
  return { row, replanned: total }
}

/** What `replacePolicy` would change now. Locks nothing and writes nothing. */
export async function countReplanned(tx: Tx, target: Target, policy: ReminderPolicy): Promise<Replanned> {
  const total = { appointments: 0, reminders: 0 }
  await replanPass(tx, target, policy, 'none', total)
  return total
}

/**
 * Plans appointments ahead again that carry the stamp of an older policy or of other time-zone data.
 *
 * @param limit at most this many appointments, those that start first
 * @returns how many were planned again; when fewer than `limit`, no other is left that nobody else holds
 */
export async function replanOutdated(
  tx: Tx,
  platformHolderId: string,
  limit: number,
  now: Temporal.Instant,
  keys: DerivedKeys,
): Promise<number> {
  // Holds off policy edits, as all planning does; the appointments are locked without waiting, so the order is free.
  const row = await readPlanningRow(tx, platformHolderId, { sms: null, email: null })
  if (!row) return 0
  const total = { appointments: 0, reminders: 0 }
  return replanPass(tx, { platformHolderId, now, keys }, toPolicy(row), 'skip_locked', total, limit)
}

async function replanPass(
  tx: Tx,
  target: Target,
  policy: ReminderPolicy,
  locking: Locking,
  total: { appointments: number; reminders: number },
  limit: number | null = null,
): Promise<number> {
  const scope = { ...target, stamp: planStamp(policy.version) }
  const ids = await listOutdated(tx, scope, limit)
  let replanned = 0
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = await readOutdated(tx, scope, ids.slice(start, start + pageSize), locking)
    if (page.length === 0) continue
    const changed = await replanPage(tx, scope, page, policy, locking)
    total.appointments += changed.appointments
    total.reminders += changed.reminders
    replanned += page.length
  }
  return replanned
}

async function replanPage(
  tx: Tx,
  target: Target & { readonly stamp: string },
  page: readonly OutdatedAppointment[],
  policy: ReminderPolicy,
  locking: Locking,
): Promise<Replanned> {
  const ids = page.map((appointment) => appointment.id)
  const [stored, isSuppressedFor] = await Promise.all([
    readCurrentRows(tx, target.platformHolderId, ids, locking),
    readSuppression(tx, target, page),
  ])
  const storedOf = Map.groupBy(stored, (row: StoredRowOfAppointment) => row.appointment_id)
  const write = []
  const superseded = []
  let appointments = 0
  for (const row of page) {
    const appointment = toPlannable(row)
    const plan = planRows(appointment, { policy, isSuppressed: isSuppressedFor(row) }, target.now, 'policy_changed')
    const difference = planDifference(storedOf.get(row.id) ?? [], plan, target.now)
    write.push(...newRows(target, appointment, difference.write))
    superseded.push(...difference.superseded)
    if (difference.write.length + difference.superseded.length > 0) appointments += 1
  }
  if (locking !== 'none') {
    supersedeRows(tx, target.platformHolderId, superseded)
    upsertReminderRows(tx, write)
    stampPlans(tx, target.platformHolderId, ids, target.stamp)
  }
  return { appointments, reminders: write.length + superseded.length }
}

async function readSuppression(tx: Tx, { platformHolderId, keys }: Target, page: readonly OutdatedAppointment[]) {
  const keysOf = new Map(page.map((row) => [row.id, contactKeys(keys, toPlannable(row).contacts)]))
  const asked = [...keysOf.values()]
  const found = await findSuppressed(tx, platformHolderId, {
    sms: asked.flatMap((key) => key.sms ?? []),
    email: asked.flatMap((key) => key.email ?? []),
  })
  return ({ id }: OutdatedAppointment) => {
    const key = keysOf.get(id)
    return {
      sms: found.sms.has(key?.sms?.toString('hex') ?? ''),
      email: found.email.has(key?.email?.toString('hex') ?? ''),
    }
  }
}

function toPlannable(row: OutdatedAppointment): PlannableAppointment {
  return {
    id: row.id,
    scheduleRevision: row.schedule_revision,
    startsAt: row.starts_at,
    timezone: row.timezone,
    contacts: { email: row.recipient_email, phoneNumberE164: row.recipient_phone },
    isConfirmed: row.is_confirmed,
  }
}
