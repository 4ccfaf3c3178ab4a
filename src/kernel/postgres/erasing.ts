import { statement, type Statement } from './db.ts'

/** A statement that erases a page of rows; what it answers is how many rows that were, `size` at most. */
export type Page = Statement<{ readonly gone: boolean }> & { readonly size: number }

type Erased = {
  readonly name: string
  readonly table: string
  /** Columns that tell the rows apart. */
  readonly key: string
  readonly where: string
  /** The column of the index by which the rows are found. */
  readonly by: string
  readonly size: number
  /** What becomes of the rows, when they stay. */
  readonly set?: string
}

/** Deletes, or empties, a page of the rows of a table that are over. */
export function erasing({ name, table, key, where, by, size, set }: Erased): Page {
  const erase = set === undefined ? `delete from ${table}` : `update ${table} set ${set}`
  const page = `select ${key} from ${table} where ${where} order by ${by} limit ${size}`
  return { size, ...statement(name, `${erase} where (${key}) in (${page}) returning true as gone`) }
}
