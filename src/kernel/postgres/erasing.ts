import { platformId } from '#/kernel/ids.ts'
import { statement, type Statement } from './db.ts'

/** A statement that erases a page of rows, at most `size`, and returns one row for each. */
export type Page = Statement<{ readonly gone: boolean }> & {
  readonly size: number
  /** True for terms of months or years: run every hour, the rest every few seconds. */
  readonly isHourly: boolean
}

type Kind = {
  readonly name: string
  readonly table: string
  /** Columns that tell the rows apart. */
  readonly key: string
  /** The column of the index by which the rows are found. */
  readonly by: string
  readonly where?: string
  /** Assignments that empty the rows, when they stay. */
  readonly set?: string
}

type Erased = Kind & { readonly where: string; readonly size: number; readonly isHourly?: boolean }

/** Deletes, or empties, a page of the rows of a table that are past their term. */
export function erasing({ name, table, key, where, by, size, set, isHourly = false }: Erased): Page {
  const erase = set === undefined ? `delete from ${table}` : `update ${table} set ${set}`
  const page = `select ${key} from ${table} where ${where} order by ${by} limit ${size}`
  return { size, isHourly, ...statement(name, `${erase} where (${key}) in (${page}) returning true as gone`) }
}

/**
 * For rows kept for hours or weeks, which are found by an index or in a table that stays small.
 *
 * @param term from the instant in the column `by`, by the product's clock
 */
export function shortTerm(term: string, kind: Kind): Page {
  return erasing({ ...kind, size: 1_000, where: isOver(term, kind) })
}

/** For rows kept for months or years. */
export function longTerm(term: string, kind: Kind): Page {
  return erasing({ ...kind, size: 500, isHourly: true, where: isOver(term, kind) })
}

function isOver(term: string, { by, where }: Kind): string {
  const isPast = `${by} < tijdig_now() - interval '${term}'`
  return where === undefined ? isPast : `${isPast} and ${where}`
}

/** Holder by holder, the platform itself included, because that is how these are indexed. */
export function longTermOfEachHolder(term: string, { name, table, key, by }: Kind): Page {
  const size = 500
  const ofEach = statement<{ readonly gone: boolean }>(
    name,
    `delete from ${table} where ${by} < tijdig_now() - interval '${term}' and (platform_holder_id, ${key}) in (
       select due.* from (select platform_holder_id from platform_holder union all select '${platformId}') h cross join lateral (
         select platform_holder_id, ${key} from ${table}
         where platform_holder_id = h.platform_holder_id and ${by} < tijdig_now() - interval '${term}' order by ${by} limit ${size}) due
       limit ${size}) returning true as gone`,
  )
  return { ...ofEach, size, isHourly: true }
}

/** Appointments past their term, for deleting what belongs to them: $1 their holders and $2 their ids, in pairs. */
export const oldAppointments = 'unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, appointment_id)'

/** The entries of a person who is erased: $1 their holders and $2 the entries, in pairs. */
export const erasedEntries = 'unnest($1::uuid[], $2::uuid[]) as e(platform_holder_id, holder_recipient_id)'

/** The appointments of those entries. */
export const appointmentsOfErased = `
  select a.platform_holder_id, a.id from appointment a
  join ${erasedEntries} on e.platform_holder_id = a.platform_holder_id and e.holder_recipient_id = a.holder_recipient_id`

/** Whether a row is of one of those appointments. */
export const isOfErased = `(platform_holder_id, appointment_id) in (${appointmentsOfErased})`

/** The keys of the contacts by which the holder `$2` knows the recipient `$1`. */
export const ownContactKeys = `array(
  select r.contact_key from recipient_link l
  join holder_recipient r on r.platform_holder_id = l.platform_holder_id and r.id = l.holder_recipient_id
  where l.recipient_id = $1 and l.platform_holder_id = $2
  union select recipient_phone_key from appointment_of_person where recipient_id = $1 and platform_holder_id = $2
  union select recipient_email_key from appointment_of_person where recipient_id = $1 and platform_holder_id = $2)`

/** The entries and appointments of a person who is erased, as rows about them name their subjects. */
export const erasedSubjects = `array(select e.holder_recipient_id from ${erasedEntries} union all select own.id from (${appointmentsOfErased}) own)`
