import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Schema } from './schema.ts'

/** What is applied at once and recorded under one name: the baseline, or a file after it. */
export type Migration = {
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** The migration that code must know to do without what this one takes away; null: code of before goes on. */
  readonly needs: string | null
  /** The index it makes or drops, while others write: in no transaction. */
  readonly index: string | null
}

/** The baseline and the files after it, in the order they are applied in. @throws Error for a file that says not what it is */
export async function readMigrations(schema: Schema): Promise<Migration[]> {
  const { folder, prefix } = schema
  const files = migrationNames(await readdir(folder)).map(async (name): Promise<Migration> => {
    const sql = await readFile(new URL(name, folder), 'utf8')
    const { needs, index } = readHeader(name, sql)
    return { name: prefix + name, sql, checksum: checksumOf(sql), needs: needs && prefix + needs, index }
  })
  return Promise.all([readBaseline(schema), ...files])
}

/** All of `baseline/` in the order of names: every table as it is in a new database. */
async function readBaseline({ folder, prefix }: Schema): Promise<Migration> {
  const inside = new URL('baseline/', folder)
  const names = (await readdir(inside)).filter((name) => name.endsWith('.sql')).toSorted()
  const sql = (await Promise.all(names.map((name) => readFile(new URL(name, inside), 'utf8')))).join('\n')
  return { name: `${prefix}baseline`, sql, checksum: checksumOf(sql), needs: null, index: null }
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}

/**
 * The migrations among the entries of a folder, in the order they are applied in.
 *
 * @throws Error for a misnamed SQL file, which would otherwise be skipped silently
 */
export function migrationNames(entries: readonly string[]): string[] {
  const names = entries.filter((name) => name.endsWith('.sql')).toSorted()
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  if (misnamed !== undefined)
    throw new Error(
      `Migration ${misnamed} is not named as NNNN_name.sql, in lower-case letters, digits and _: rename it.`,
    )
  return names
}

export type Header = Pick<Migration, 'needs' | 'index'> & { readonly kind: 'expand' | 'migrate' | 'contract' }

/**
 * What the first line of a file says it does: `-- expand` adds what code of before need not know, `-- migrate` moves data, and
 * `-- contract NNNN_name.sql` takes away what code has done without since that migration.
 *
 * @throws Error for a file without such a line, and for one that makes an index beside other statements
 */
export function readHeader(name: string, sql: string): Header {
  const [, kind, needs = null] = /^-- (expand|migrate|contract)(?: (\d{4}_[a-z0-9_]+\.sql))?(?:\n|$)/.exec(sql) ?? []
  if (kind === undefined || (kind === 'contract') !== (needs !== null))
    throw new Error(
      `Migration ${name} must begin with "-- expand", "-- migrate" or "-- contract NNNN_name.sql", the migration since which code does without what it takes away.`,
    )
  const body = sql.replaceAll(/--.*$/gm, '').trim()
  if (!/\bindex\s+concurrently\b/i.test(body)) return { kind: kind as Header['kind'], needs, index: null }
  const [, index] =
    /^(?:create(?: unique)? index concurrently if not exists|drop index concurrently if exists) ([a-z0-9_.]+)[^;]*;$/.exec(
      body,
    ) ?? []
  if (index === undefined)
    throw new Error(
      `Migration ${name} must be one statement, "create index concurrently if not exists ..." or "drop index concurrently if exists ...": it runs in no transaction, and again when it was cut off.`,
    )
  return { kind: kind as Header['kind'], needs, index }
}
