import { toRecords } from '#/kernel/postgres/values/columns.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { stampPlans } from '#/slices/appointments/sql.ts'
import { endRows, newReminderColumns, upsertText, type NewReminder } from '#/slices/reminders/rows/row-store.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'
import { forEdit, fromOutdated, scopeValues, type Scope } from './replan-store.ts'
import { typeStampSql } from '#/slices/reminders/policy/type-plan.ts'

// Plans for many appointments are computed without locks and kept as drafts in temporary tables; a few statements then write
// them, so that nobody waits for the computation.

/** The computed plans of one page of appointments. */
export type DraftPage = {
  /** Number of the page. */
  readonly page: number
  readonly appointments: readonly {
    readonly id: string
    readonly rowVersion: string
    /** Number of stored rows and the sum of their versions: a change of any of them shows. */
    readonly rows: number
    readonly rowsVersion: number
  }[]
  readonly write: readonly NewReminder[]
  /** Rows whose step the new plan lacks. */
  readonly superseded: readonly { readonly id: string; readonly appointmentId: string }[]
}

/** Creates the tables, which are dropped at the end of the transaction. */
export function createDraftTables(tx: Tx): void {
  for (const create of createTables) tx.send(create, [])
}

const createTables = [
  `create temporary table draft_appointment (page int, id uuid, row_version text, rows bigint, rows_version bigint, is_locked_here boolean not null default false,
     primary key (id, page)) on commit drop`,
  `create temporary table draft_candidate (pass int, n int, id uuid, primary key (pass, n)) on commit drop`,
  `create temporary table draft_write (page int, ${newReminderColumns}) on commit drop`,
  `create temporary table draft_end (page int, id uuid, appointment_id uuid) on commit drop`,
  `create index draft_appointment_page on draft_appointment (page)`,
  `create index draft_write_page on draft_write (page, appointment_id)`,
  `create index draft_end_page on draft_end (page, appointment_id)`,
].map((text) => statement('', text))

/** Keeps the plans of a page until they are written. */
export function draftPage(tx: Tx, { page, appointments, write, superseded }: DraftPage): void {
  tx.send(draftAppointments, [page, toRecords(appointments)])
  if (write.length > 0) tx.send(draftWrites, [page, toRecords(write)])
  if (superseded.length > 0) tx.send(draftEnds, [page, toRecords(superseded)])
}

const draftAppointments = statement(
  'draft_appointments',
  `insert into draft_appointment (page, id, row_version, rows, rows_version)
   select $1, r.* from json_to_recordset($2::json) as r(id uuid, row_version text, rows bigint, rows_version bigint)`,
)
const draftWrites = statement(
  'draft_writes',
  `insert into draft_write select $1, r.* from json_to_recordset($2::json) as r(${newReminderColumns})`,
)
const draftEnds = statement(
  'draft_ends',
  `insert into draft_end (page, id, appointment_id) select $1, r.id, r.appointment_id
   from json_to_recordset($2::json) as r(id uuid, appointment_id uuid)`,
)

/**
 * Numbers, from 1, the outdated appointments of which there is no draft as they now are. The ids stay in the database:
 * fetching very many at once would block this process.
 *
 * @param pass another number for each call
 * @returns how many there are
 */
export async function numberCandidates(tx: Tx, scope: Scope, pass: number): Promise<number> {
  const insert = insertCandidates[scope.appointmentTypeId === null ? 'any' : 'one']
  const [row] = await tx.rows(insert, [...scopeValues(scope), pass])
  return row?.count ?? 0
}

const insertText = (ofType: 'any' | 'one') => `
  with added as (
    insert into draft_candidate (pass, n, id)
    select $5::int, row_number() over (order by a.id), a.id ${fromOutdated(ofType)}
      and not exists (select 1 from draft_appointment s where s.id = a.id and s.row_version = a.xmin::text)
    returning 1)
  select count(*) as count from added`
const insertCandidates = {
  any: forEdit(statement<{ count: number }>('number_candidates', insertText('any'))),
  one: forEdit(statement<{ count: number }>('number_candidates_of_type', insertText('one'))),
}

/** The candidates of a pass from one number to another, both included. */
export async function listCandidates(tx: Tx, pass: number, first: number, last: number): Promise<string[]> {
  return (await tx.rows(selectCandidates, [pass, first, last])).map((row) => row.id)
}

const selectCandidates = statement<{ id: string }>(
  'list_candidates',
  'select id from draft_candidate where pass = $1 and n between $2 and $3 order by n',
)

export type Pages = { readonly first: number; readonly last: number }

/**
 * Writes the drafts of pages `first` to `last` for the appointments that nobody has locked and that have not changed since: locks
 * them with the rows that change, writes these and stamps the plans. The others are still outdated afterwards.
 *
 * @returns how many appointments have changed rows, and how many rows
 */
export async function writeDrafts(
  tx: Tx,
  scope: Scope,
  { first, last }: Pages,
): Promise<{ appointments: number; reminders: number }> {
  const { platformHolderId, stamp } = scope
  tx.send(lockDrafts, [platformHolderId, scope.now, first, last])
  const written = tx.rows(writeRows, [platformHolderId, first, last])
  tx.send(stampDrafts, [platformHolderId, first, last, stamp])
  const [row] = await written
  return { appointments: row?.appointments ?? 0, reminders: row?.reminders ?? 0 }
}

// A claimed row is about to go: its appointment is left for the last pass. Rows that change are locked with it, or a
// worker could claim and release one between two of these statements. Nothing here waits, so nothing can deadlock.
const lockDrafts = forEdit(
  statement(
    'lock_drafts',
    `with unchanged as materialized (
     select s.page, s.id from draft_appointment s
     cross join lateral (
       select 1 from appointment a
       where a.platform_holder_id = $1
         and a.id = s.id
         and a.xmin::text = s.row_version
         and a.status = 'registered'
         and a.starts_at > $2
       for no key update skip locked) a
     cross join lateral (
       select count(*) as rows, coalesce(sum(r.xmin::text::bigint), 0) as rows_version,
         coalesce(bool_or(r.state = 'claimed'), false) as is_claimed
       from reminder r
       join appointment c on c.platform_holder_id = $1 and c.id = s.id and c.schedule_revision = r.schedule_revision
       where r.platform_holder_id = $1 and r.appointment_id = s.id) r
     where s.page between $3 and $4 and r.rows = s.rows and r.rows_version = s.rows_version and not r.is_claimed),
   changing as materialized (
     select u.page, u.id, r.id as reminder_id from unchanged u
     cross join lateral (
       select e.id from draft_end e where e.page = u.page and e.appointment_id = u.id
       union all
       select k.id from draft_write w
       cross join lateral (
         select id
         from reminder
         where platform_holder_id = $1 and appointment_id = w.appointment_id and schedule_revision = w.schedule_revision
           and offset_key = w.offset_key and kind = w.kind offset 0) k
       where w.page = u.page and w.appointment_id = u.id offset 0) r),
   passed_over as (
     select c.page, c.id from changing c
     left join lateral (
       select true as is_locked
       from reminder
       where platform_holder_id = $1 and id = c.reminder_id and state <> 'claimed' and handed_over_at is null
       for no key update skip locked) r on true
     group by c.page, c.id having not bool_and(coalesce(r.is_locked, false)))
   update draft_appointment s set is_locked_here = true from unchanged u
   where s.page = u.page and s.id = u.id and (u.page, u.id) not in (select page, id from passed_over)`,
  ),
)

const isLockedHere = (row: string) =>
  `exists (
     select 1
     from draft_appointment s
     where s.page = ${row}.page and s.id = ${row}.appointment_id and s.is_locked_here)`
const writeRows = forEdit(
  statement<{ appointments: number; reminders: number }>(
    'write_drafts',
    `with ended as (
     ${endRows(`'superseded'`)}
     from draft_end e
     where e.page between $2 and $3 and ${isLockedHere('e')} and reminder.platform_holder_id = $1 and reminder.id = e.id
       and reminder.handed_over_at is null
     returning reminder.appointment_id),
   written as (
     ${upsertText(`from (select * from draft_write w where w.page between $2 and $3 and ${isLockedHere('w')}) r`)}
     returning ${changedColumns('t')}),
   told as (${tellRemindersSql('written')}),
   changed as (select appointment_id from ended union all select appointment_id from written)
   select count(distinct appointment_id) as appointments, count(*) as reminders from changed`,
  ),
)

// Not while a row is recorded as handed over, which may be taken back unsent.
const stampDrafts = forEdit(
  statement(
    'stamp_drafts',
    `${stampPlans(`$4 || ${typeStampSql}`)}
   from draft_appointment s
   join appointment a on a.platform_holder_id = $1 and a.id = s.id ${joinType('a', 'a.appointment_type_id')}
   where s.page between $2 and $3 and s.is_locked_here and u.platform_holder_id = $1 and u.id = s.id
     and not exists (
       select 1
       from reminder r
       where r.platform_holder_id = $1 and r.appointment_id = s.id and r.state = 'handed_over')`,
  ),
)
