import type { CamelCase } from '#/kernel/postgres/values/columns.ts'
import type { Tables } from './tables.ts'

/** A row of the columns that SQL lists of one table: `Row<'person_note', 'n.note, n.updated_at'>`. */
export type Row<Table extends keyof Tables, List extends string> = {
  readonly [Name in Listed<List> & keyof Tables[Table] as CamelCase<Name & string>]: Tables[Table][Name]
}

declare const ofRow: unique symbol

/** A list of columns in SQL, which knows the row that it gives. */
export type Columns<R> = string & { readonly [ofRow]?: R }

export type RowOf<List extends Columns<object>> = NonNullable<List[typeof ofRow]>

/** The list as it is, for statements that read these columns: one that the table lacks does not compile. */
export function columns<Table extends keyof Tables, List extends string>(
  _table: Table,
  list: [Unknown<Table, List>] extends [never] ? List : `${Table} has no column ${Unknown<Table, List>}`,
): Columns<Row<Table, List>> {
  return list
}

type Unknown<Table extends keyof Tables, List extends string> = Exclude<Listed<List>, keyof Tables[Table]>

type Listed<List extends string, Found = never> = List extends `${infer First},${infer Rest}`
  ? Listed<Rest, Found | Bare<First>>
  : Found | Bare<List>

/** The name of a column, without space before it, and without the alias of its table. */
type Bare<Column extends string> = Column extends ` ${infer Rest}` | `\n${infer Rest}`
  ? Bare<Rest>
  : Column extends `${string}.${infer Name}`
    ? Name
    : Column
