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
