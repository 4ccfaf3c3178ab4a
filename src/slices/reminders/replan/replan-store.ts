import { platformId } from '#/kernel/ids.ts'
import { statement, type Statement, type Tx } from '#/kernel/postgres/db.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { stampPlans as stampPlansSql } from '#/slices/appointments/sql.ts'
import type { StoredRow } from '#/slices/reminders/plan/plan-difference.ts'
import { isOptedOutOrErasedSql } from '#/slices/reminders/opt-outs/suppression-store.ts'
import { endRows } from '#/slices/reminders/rows/row-store.ts'
import { isKnownSql } from '#/slices/reminders/rows/told-store.ts'
import { typeColumns, typeStampSql, type TypeRow } from '#/slices/reminders/policy/type-plan.ts'
import { joinPreferences, preferenceColumns, type PreferenceRow } from '#/slices/reminders/policy/preferences.ts'

/** An appointment ahead that was planned by another version of policy or type, or by other time-zone data. */
export type OutdatedAppointment = PreferenceRow &
  TypeRow & {
    readonly id: string
    /** Different after every change of the appointment. */
    readonly rowVersion: string
    readonly scheduleRevision: number
    readonly startsAt: Temporal.Instant
    readonly timezone: string
    readonly recipientEmail: string | null
    readonly recipientPhone: string | null
    readonly isConfirmed: boolean
    readonly isSmsOptedOut: boolean
    readonly isEmailOptedOut: boolean
    readonly awaitsNewTime: boolean
    /** Whether a message told the person of the appointment, and none since that it does not take place. */
    readonly isKnown: boolean
  }

export type Scope = {
  readonly platformHolderId: string
  readonly now: Temporal.Instant
  /** The policy's part of the stamp; that of the type follows it. */
  readonly stamp: string
  /** Only appointments of this type; null for all. */
  readonly appointmentTypeId: string | null
}

/** For a statement of an edit whose duration grows with the number of appointments: the usual few seconds are too short. */
export function forEdit<Row>(query: Statement<Row>): Statement<Row> {
  return { ...query, timeoutMs: 120_000 }
}

export const scopeValues = (scope: Scope) => [scope.platformHolderId, scope.now, scope.stamp, scope.appointmentTypeId]
const isAhead = `a.platform_holder_id = $1 and a.status = 'registered' and a.starts_at > $2`
const isOutdated = `${isAhead} and a.plan_stamp <> $3 || ${typeStampSql}`

/** A registered appointment ahead whose plan does not carry the stamp. */
export type Outdated = { readonly id: string; readonly startsAt: Temporal.Instant }

/** Those of them that start first, after one: `limit` at most. */
export type OutdatedPage = { readonly limit: number; readonly after: Outdated | null }

/** In order of start. @param page null for all */
export function listOutdated(tx: Tx, scope: Scope, page: OutdatedPage | null): Promise<Outdated[]> {
  const list = scope.appointmentTypeId === null ? selectOutdated : selectOutdatedOfType
  const { limit = null, after = null } = page ?? {}
  return tx.rows(list, [...scopeValues(scope), limit, after?.startsAt ?? '-infinity', after?.id ?? platformId])
}

/** Appointments `a` ahead that are outdated; `$1` to `$4` are the values of a scope. */
export const fromOutdated = (ofType: keyof typeof isOfType) =>
  `from appointment a ${joinType('a', 'a.appointment_type_id')} where ${isOutdated} and ${isOfType[ofType]}`
const isOfType = { any: '$4::uuid is null', one: 'a.appointment_type_id = $4' }

const outdatedText = (ofType: keyof typeof isOfType) =>
  `select a.id, a.starts_at ${fromOutdated(ofType)} and (a.starts_at, a.id) > ($6::timestamptz, $7::uuid)
   order by a.starts_at, a.id limit $5`
const selectOutdated = forEdit(statement<Outdated>('select_outdated', outdatedText('any')))
const selectOutdatedOfType = forEdit(statement<Outdated>('select_outdated_of_type', outdatedText('one')))

/** Whether to lock what is read: waiting for others, leaving out what others hold, or not at all. */
export type Locking = 'wait' | 'skip_locked' | 'none'

/** Those of the given appointments that are still outdated. */
export function readOutdated(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  locking: Locking,
): Promise<OutdatedAppointment[]> {
  return tx.rows(selectPage[locking], [scope.platformHolderId, scope.now, scope.stamp, ids])
}

// Looked up one by one, because after an import the statistics may tell the planner that the table is all but empty.
const eachOf = (parameter: string, lookUp: string) =>
  `from unnest(${parameter}::uuid[]) as wanted(id) cross join lateral (${lookUp} offset 0) found`

// Not `for update`: new rows may still refer to these.
const selectPageText = (lock: string) => `
  select found.* ${eachOf(
    '$4',
    `select a.id, a.xmin::text as row_version, a.schedule_revision, a.starts_at, a.timezone, a.recipient_email,
    a.recipient_phone,
       a.confirmed_revision is not distinct from a.schedule_revision as is_confirmed, a.awaits_new_time,
       ${isKnownSql} as is_known,
       ${isOptedOutOrErasedSql('sms', 'a.recipient_phone_key', 'a')} as is_sms_opted_out,
       ${isOptedOutOrErasedSql('email', 'a.recipient_email_key', 'a')} as is_email_opted_out,
       ${preferenceColumns}, ${typeColumns}
     from appointment a ${joinPreferences('a.recipient_id', 'a.platform_holder_id')} ${joinType('a', 'a.appointment_type_id')}
     where a.id = wanted.id and ${isOutdated} ${lock}`,
  )}`
const selectPage = {
  wait: statement<OutdatedAppointment>('lock_outdated', selectPageText('for no key update of a')),
  skip_locked: statement<OutdatedAppointment>(
    'lock_outdated_unless_locked',
    selectPageText('for no key update of a skip locked'),
  ),
  none: statement<OutdatedAppointment>('read_outdated', selectPageText('')),
} satisfies Record<Locking, unknown>

export type StoredRowOfAppointment = StoredRow & {
  readonly appointmentId: string
  /** Different after every change of the row. */
  readonly rowVersion: number
}

/**
 * Locks the unsent rows of the appointments, so that none is handed over before the transaction ends. Read the rows by
 * a later statement, which sees what was committed while this one waited.
 *
 * @returns appointments of which somebody else holds a row; none when it waits for them
 */
export async function lockUnsentRows(
  tx: Tx,
  platformHolderId: string,
  appointmentIds: readonly string[],
  locking: Locking,
): Promise<Set<string>> {
  if (locking === 'none') return new Set()
  const rows = await tx.rows(lockUnsent[locking], [platformHolderId, appointmentIds])
  return new Set(rows.map((row) => row.appointmentId))
}

const isUnsent = `state in ('planned', 'claimed', 'held', 'skipped', 'suppressed') and handed_over_at is null`
const lockUnsentText = (lock: string) => `
  with unsent as materialized (
    select found.* ${eachOf('$2', `select id, appointment_id from reminder where platform_holder_id = $1 and appointment_id = wanted.id and ${isUnsent}`)}),
  locked as materialized (
    select found.id ${eachOf(
      'array(select id from unsent order by id)',
      `select id from reminder where platform_holder_id = $1 and id = wanted.id and ${isUnsent} ${lock}`,
    )})`
const lockUnsent = {
  // Finds none: a row that could not be locked was sent meanwhile by whoever held it.
  wait: statement<{ appointmentId: string }>(
    'lock_unsent',
    `${lockUnsentText('for no key update')} select appointment_id from unsent where (select count(*) from locked) < 0`,
  ),
  skip_locked: statement<{ appointmentId: string }>(
    'lock_unsent_unless_locked',
    `${lockUnsentText('for no key update skip locked')} select appointment_id from unsent where id not in (select id from locked)`,
  ),
}

/** The rows of the appointments' current schedule revisions. */
export function readCurrentRows(
  tx: Tx,
  platformHolderId: string,
  appointmentIds: readonly string[],
): Promise<StoredRowOfAppointment[]> {
  return tx.rows(selectCurrentRows, [platformHolderId, appointmentIds])
}

const selectCurrentRows = statement<StoredRowOfAppointment>(
  'select_current_rows',
  `select found.* ${eachOf(
    '$2',
    `select r.id, r.appointment_id, r.xmin::text::bigint as row_version, r.kind, r.offset_key, r.channel,
    r.fallback_channel, r.due_at, r.latest_at, r.moved_because,
       r.state, r.reason_code, r.attempts, r.handed_over_at, r.is_released
     from reminder r join appointment a
       on a.platform_holder_id = r.platform_holder_id
         and a.id = r.appointment_id
         and a.schedule_revision = r.schedule_revision
     where r.platform_holder_id = $1 and r.appointment_id = wanted.id and a.id = wanted.id`,
  )}`,
)

/** Ends rows whose step is no longer in the plan, with the commit. */
export function supersedeRows(tx: Tx, platformHolderId: string, ids: readonly string[]): void {
  if (ids.length > 0) tx.send(supersede, [platformHolderId, ids])
}

const supersede = statement(
  'supersede_rows',
  `${endRows(`'superseded'`)}
   where platform_holder_id = $1 and id = any($2::uuid[]) and handed_over_at is null`,
)

/** Stamps appointments with the versions and time-zone data they are now planned by, with the commit. */
export function stampPlans(
  tx: Tx,
  platformHolderId: string,
  plans: readonly { readonly id: string; readonly stamp: string }[],
): void {
  tx.send(stampAppointments, [platformHolderId, plans.map((plan) => plan.id), plans.map((plan) => plan.stamp)])
}

const stampAppointments = statement(
  'stamp_plans',
  `${stampPlansSql('s.stamp')} from unnest($2::uuid[], $3::text[]) s(id, stamp) where u.platform_holder_id = $1 and u.id = s.id`,
)

/** Holders that are looked at together. */
export const holdersAtOnce = 200

/**
 * The holders after one, in order of id, and whether plans of what is ahead of them are by another version of policy or type, or by
 * other time-zone data. Operator work.
 */
export function listHoldersAfter(
  tx: Tx,
  tzdbVersion: string,
  platformHolderId: string,
): Promise<{ platformHolderId: string; isOutdated: boolean }[]> {
  return tx.rows(selectHoldersAfter, [tzdbVersion, platformHolderId])
}

// Looks at every appointment ahead of these holders, and nobody waits for it.
const selectHoldersAfter = forEdit(
  statement<{ platformHolderId: string; isOutdated: boolean }>(
    'select_outdated_holders',
    `select p.platform_holder_id,
     exists (select 1 from appointment a ${joinType('a', 'a.appointment_type_id')} where a.platform_holder_id = p.platform_holder_id and a.starts_at > tijdig_now()
               and a.status = 'registered' and a.plan_stamp <> p.version || ' ' || $1 || ${typeStampSql}) as is_outdated
   from (
     select platform_holder_id, version
     from reminder_policy
     where platform_holder_id > $2
     order by platform_holder_id limit ${holdersAtOnce}) p
   order by 1`,
  ),
)
