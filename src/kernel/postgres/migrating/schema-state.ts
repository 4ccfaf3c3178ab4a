import { readMigrations } from './migration-files.ts'
import { login, main, type Schema } from './schema.ts'

/** How the schema of a database stands to this code. */
export type SchemaState = {
  /** Migrations this code has and the database lacks; empty when it has all that the code uses. */
  readonly pending: readonly string[]
  /** Newer migrations that took away something this code still uses; newer ones that only added are none of these. */
  readonly breaking: readonly string[]
}

/** What runs a statement, as whichever role. */
type Query = (sql: string) => Promise<readonly { readonly name: string | null; readonly needs?: string | null }[]>

export function readSchema(query: Query): Promise<SchemaState> {
  return stateOf(main, query)
}

/** The same for the datastore of the recipients' sign-in. */
export function readLoginSchema(query: Query): Promise<SchemaState> {
  return stateOf(login, query)
}

/** Why this code must not work on a schema, in a sentence to follow what names the database; null when it may. */
export function faultOf({ pending, breaking }: SchemaState): string | null {
  if (pending.length > 0) return `is older than this code: run \`tijdig migrate\` (${pending.length} to go)`
  if (breaking.length > 0)
    return `is newer than this code and lacks what it uses (${breaking.join(', ')}): run the version that migrated it`
  return null
}

async function stateOf(schema: Schema, query: Query): Promise<SchemaState> {
  const names = await (namesOf.get(schema) ?? listNames(schema))
  const [table] = await query(`select to_regclass('${schema.table}')::text as name`)
  if (!table?.name) return { pending: names, breaking: [] }
  // A database of before the baseline has no such column.
  const rows = await query(`select m.name, to_jsonb(m)->>'needs' as needs from ${schema.table} m order by m.name`)
  const applied = new Set(rows.map(({ name }) => name))
  const isUnknown = (needs: string | null | undefined) => typeof needs === 'string' && !names.includes(needs)
  return {
    pending: names.filter((name) => !applied.has(name)),
    breaking: rows.flatMap(({ name, needs }) => (name !== null && isUnknown(needs) ? [name] : [])),
  }
}

/** Names of the migrations, read once: they come with the code. */
const namesOf = new Map<Schema, Promise<string[]>>()

function listNames(schema: Schema): Promise<string[]> {
  const names = readMigrations(schema).then((migrations) => migrations.map(({ name }) => name))
  namesOf.set(schema, names)
  // A failure is not cached.
  names.catch(() => namesOf.delete(schema))
  return names
}
