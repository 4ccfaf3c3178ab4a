import { columnOf } from '#/kernel/postgres/values/columns.ts'
import type { Tables } from './tables.ts'

/** What a statement reads of a row of one table, by the names of code; the types are those of the database. */
export type Row<Table extends keyof Tables, Name extends keyof Tables[Table]> = Readonly<Pick<Tables[Table], Name>>

declare const ofRow: unique symbol

/** A list of columns in a statement, which knows what row it gives. */
export type Columns<R> = string & { readonly [ofRow]?: R }

export type RowOf<List extends Columns<object>> = NonNullable<List[typeof ofRow]>

/** Columns that a statement reads of one table. @param alias of the table in that statement, if it has one */
export function columns<Table extends keyof Tables, Name extends keyof Tables[Table] & string>(
  _table: Table,
  names: readonly Name[],
  alias?: string,
): Columns<Row<Table, Name>> {
  return names.map((name) => `${alias === undefined ? '' : `${alias}.`}${columnOf(name)}`).join(', ')
}
