import { statement, toRecords, type Tx } from '#/kernel/postgres/db.ts'
import { endRows, newReminderColumns, upsertText, type NewReminder } from './row-store.ts'
import { forEdit, fromOutdated, scopeValues, type Scope } from './replan-store.ts'
import { joinType, typeStampSql } from '#/slices/reminders/policy/type-plan.ts'

// A plan for many appointments is worked out without a lock and laid aside in tables of the transaction's own; then it is
// written by few statements, so that nobody waits for the thinking.

/** What was worked out for one page of appointments. */
export type LaidAsidePage = {
  /** Counts the pages. */
  readonly page: number
  readonly appointments: readonly {
    readonly id: string
    readonly rowVersion: string
    /** Number of stored rows and sum of their versions: other ones after any change of them. */
    readonly rows: number
    readonly rowsVersion: number
  }[]
  readonly write: readonly NewReminder[]
  /** Rows whose step the new plan lacks. */
  readonly superseded: readonly { readonly id: string; readonly appointmentId: string }[]
}

/** Makes the tables; they are gone with the transaction. */
export function createAsideTables(tx: Tx): void {
  for (const create of createTables) tx.send(create, [])
}

const createTables = [
  `create temporary table aside_appointment (page int, id uuid, row_version text, rows bigint, rows_version bigint, is_locked_here boolean not null default false,
     primary key (id, page)) on commit drop`,
  `create temporary table aside_candidate (pass int, n int, id uuid, primary key (pass, n)) on commit drop`,
  `create temporary table aside_write (page int, ${newReminderColumns}) on commit drop`,
  `create temporary table aside_end (page int, id uuid, appointment_id uuid) on commit drop`,
  `create index aside_appointment_page on aside_appointment (page)`,
  `create index aside_write_page on aside_write (page, appointment_id)`,
  `create index aside_end_page on aside_end (page, appointment_id)`,
].map((text) => statement('', text))

/** Lays a page aside. */
export function layAside(tx: Tx, { page, appointments, write, superseded }: LaidAsidePage): void {
  tx.send(layAppointmentsAside, [page, toRecords(appointments)])
  if (write.length > 0) tx.send(layWritesAside, [page, toRecords(write)])
  if (superseded.length > 0) tx.send(layEndsAside, [page, toRecords(superseded)])
}

const layAppointmentsAside = statement(
  'lay_appointments_aside',
  `insert into aside_appointment (page, id, row_version, rows, rows_version)
   select $1, r.* from json_to_recordset($2::json) as r(id uuid, row_version text, rows bigint, rows_version bigint)`,
)
const layWritesAside = statement(
  'lay_writes_aside',
  `insert into aside_write select $1, r.* from json_to_recordset($2::json) as r(${newReminderColumns})`,
)
const layEndsAside = statement(
  'lay_ends_aside',
  `insert into aside_end (page, id, appointment_id) select $1, r.id, r.appointment_id from json_to_recordset($2::json) as r(id uuid, appointment_id uuid)`,
)

/**
 * Numbers the outdated appointments that are not laid aside as they now are, from 1 on. They stay in the database: to
 * move the ids of very many at once would hold up everybody else whom this process answers.
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
    insert into aside_candidate (pass, n, id)
    select $5::int, row_number() over (order by a.id), a.id ${fromOutdated(ofType)}
      and not exists (select 1 from aside_appointment s where s.id = a.id and s.row_version = a.xmin::text)
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
  'select id from aside_candidate where pass = $1 and n between $2 and $3 order by n',
)

export type Pages = { readonly first: number; readonly last: number }

/**
 * Writes what was laid aside, pages `first` to `last`, for the appointments that nobody has locked and that are still as they
 * were then: they are locked with the rows that change, and these and their stamps follow. The others are still outdated
 * afterwards.
 *
 * @returns how many appointments have changed rows, and how many rows
 */
export async function writeLaidAside(
  tx: Tx,
  scope: Scope,
  { first, last }: Pages,
): Promise<{ appointments: number; reminders: number }> {
  const { platformHolderId, stamp } = scope
  tx.send(lockLaidAside, [platformHolderId, scope.now, first, last])
  const written = tx.rows(writeRows, [platformHolderId, first, last])
  tx.send(stampLaidAside, [platformHolderId, first, last, stamp])
  const [row] = await written
  return { appointments: row?.appointments ?? 0, reminders: row?.reminders ?? 0 }
}

// A row that a worker has claimed is about to go: its appointment is left for the end, when there is time to wait for it. Rows that
// change are locked with it, or workers could take one and give it back between two of these statements. Nothing here waits, so
// nobody waits in a circle.
const lockLaidAside = forEdit(
  statement(
    'lock_laid_aside',
    `with unchanged as materialized (
     select s.page, s.id from aside_appointment s
     cross join lateral (
       select 1 from appointment a
       where a.platform_holder_id = $1 and a.id = s.id and a.xmin::text = s.row_version and a.status = 'registered' and a.starts_at > $2
       for no key update skip locked) a
     cross join lateral (
       select count(*) as rows, coalesce(sum(r.xmin::text::bigint), 0) as rows_version, coalesce(bool_or(r.state = 'claimed'), false) as is_claimed
       from reminder r join appointment c on c.platform_holder_id = $1 and c.id = s.id and c.schedule_revision = r.schedule_revision
       where r.platform_holder_id = $1 and r.appointment_id = s.id) r
     where s.page between $3 and $4 and r.rows = s.rows and r.rows_version = s.rows_version and not r.is_claimed),
   changing as materialized (
     select u.page, u.id, r.id as reminder_id from unchanged u
     cross join lateral (
       select e.id from aside_end e where e.page = u.page and e.appointment_id = u.id
       union all
       select k.id from aside_write w
       cross join lateral (
         select id from reminder where platform_holder_id = $1 and appointment_id = w.appointment_id and schedule_revision = w.schedule_revision
           and offset_key = w.offset_key and kind = w.kind offset 0) k
       where w.page = u.page and w.appointment_id = u.id offset 0) r),
   passed_over as (
     select c.page, c.id from changing c
     left join lateral (
       select true as is_locked from reminder where platform_holder_id = $1 and id = c.reminder_id and state <> 'claimed' and handed_over_at is null
       for no key update skip locked) r on true
     group by c.page, c.id having not bool_and(coalesce(r.is_locked, false)))
   update aside_appointment s set is_locked_here = true from unchanged u
   where s.page = u.page and s.id = u.id and (u.page, u.id) not in (select page, id from passed_over)`,
  ),
)

const isLockedHere = (row: string) =>
  `exists (select 1 from aside_appointment s where s.page = ${row}.page and s.id = ${row}.appointment_id and s.is_locked_here)`
const writeRows = forEdit(
  statement<{ appointments: number; reminders: number }>(
    'write_laid_aside',
    `with ended as (
     ${endRows(`'superseded'`)}
     from aside_end e
     where e.page between $2 and $3 and ${isLockedHere('e')} and reminder.platform_holder_id = $1 and reminder.id = e.id
       and reminder.handed_over_at is null
     returning reminder.appointment_id),
   written as (
     ${upsertText(`from (select * from aside_write w where w.page between $2 and $3 and ${isLockedHere('w')}) r`)}
     returning t.appointment_id),
   changed as (select appointment_id from ended union all select appointment_id from written)
   select count(distinct appointment_id) as appointments, count(*) as reminders from changed`,
  ),
)

// What is recorded as handed over may come back without having been sent, and is to be planned anew then.
const stampLaidAside = forEdit(
  statement(
    'stamp_laid_aside',
    `update appointment u set plan_stamp = $4 || ${typeStampSql}
   from aside_appointment s join appointment a on a.platform_holder_id = $1 and a.id = s.id ${joinType('a', 'a.appointment_type_id')}
   where s.page between $2 and $3 and s.is_locked_here and u.platform_holder_id = $1 and u.id = s.id
     and not exists (select 1 from reminder r where r.platform_holder_id = $1 and r.appointment_id = s.id and r.state = 'handed_over')`,
  ),
)
