/** How many rows are read, at random, of a table that is too large to read. */
const sampledRows = 20_000

/** That many rows in per cent of the table's last known size; 100 for a smaller table. */
export const sampledPercent = (table: string) =>
  `(select least(100, 100.0 * ${sampledRows} / greatest(reltuples, 1)) from pg_class where oid = '${table}'::regclass)`

/** A table in a `from`, sampled so that the cost does not grow with its size. */
export const sampleOf = (table: string, alias: string) =>
  `${table} ${alias} tablesample system (${sampledPercent(table)})`
