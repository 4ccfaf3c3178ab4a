/** How many rows of a table are looked at where all of them would be too many: each time others. */
const sampledRows = 20_000

/** Which part of a table that is, in per cent: all of one that has no more, by what PostgreSQL last knew of its size. */
export const sampledPercent = (table: string) =>
  `(select least(100, 100.0 * ${sampledRows} / greatest(reltuples, 1)) from pg_class where oid = '${table}'::regclass)`

/** A table in a `from`, or of a large one as much as costs the same however large it is. */
export const sampleOf = (table: string, alias: string) =>
  `${table} ${alias} tablesample system (${sampledPercent(table)})`
