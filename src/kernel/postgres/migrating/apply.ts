import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock, type Client } from '#/kernel/postgres/db.ts'
import { isAtEndBeforeBaseline } from './before-baseline.ts'
import { readMigrations, type Migration } from './migration-files.ts'
import type { Schema } from './schema.ts'

/**
 * Records the baseline in a database that has it without saying so, because the migrations before it made it.
 *
 * @throws Error when the database is at an earlier one of those; nothing was changed
 * @returns the name of the baseline where it was recorded now
 */
export async function takeOver(client: Client, schema: Schema): Promise<string[]> {
  const { rows } = await client.query<{ name: string | null }>('select to_regclass($1)::text as name', [schema.table])
  if (!rows[0]?.name) return []
  const applied = await readApplied(client, schema)
  const [baseline] = await readMigrations(schema)
  if (!baseline || applied.has(baseline.name) || !isAtEndBeforeBaseline(schema, applied)) return []
  await prepare(client, schema)
  await record(client, schema, baseline)
  return [baseline.name]
}

/** Applies what is missing, in order. @returns the names of what was applied now */
export async function applySchema(client: Client, schema: Schema): Promise<string[]> {
  await prepare(client, schema)
  const applied = await readApplied(client, schema)
  const done: string[] = []
  for (const migration of await readMigrations(schema)) {
    const known = applied.get(migration.name)
    if (known === migration.checksum) continue
    if (known !== undefined)
      throw new Error(`Migration ${migration.name} was changed after it was applied: add a new file instead.`)
    await (migration.index === null
      ? applyOne(client, schema, migration)
      : applyIndex(client, schema, migration, migration.index))
    done.push(migration.name)
  }
  return done
}

async function prepare(client: Client, { creates, table }: Schema): Promise<void> {
  await client.query(`${creates} create table if not exists ${table} (
    name text primary key, checksum text not null, applied_at timestamptz not null default now());
    alter table ${table} add column if not exists needs text`)
}

async function readApplied(client: Client, { table }: Schema): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${table} order by name`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function record(client: Client, { table }: Schema, { name, checksum, needs }: Migration): Promise<void> {
  await client.query(`insert into ${table} (name, checksum, needs) values ($1, $2, $3)`, [name, checksum, needs])
}

/** Of one that waits for traffic that waits for it; each time the traffic stands still for a second. */
const deadlocksMax = 5

async function applyOne(client: Client, schema: Schema, migration: Migration): Promise<void> {
  for (let deadlocks = 0; ;) {
    try {
      await client.query('begin')
      await client.query(migration.sql)
      await record(client, schema, migration)
      await client.query('commit')
      return
    } catch (cause) {
      await client.query('rollback')
      if (isDeadlock(cause) && (deadlocks += 1) < deadlocksMax) await sleep(1_000 * Math.random())
      else
        throw new Error(`Migration ${migration.name} failed and was rolled back: ${(cause as Error).message}`, {
          cause,
        })
    }
  }
}

/** In no transaction, so that others write meanwhile. What an attempt that was cut off left is not valid, and goes first. */
async function applyIndex(client: Client, schema: Schema, migration: Migration, index: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
    [schema.table.replace(/\w+$/, index.replace(/^.*\./, ''))],
  )
  try {
    // Waits for transactions that are open, and keeps nobody else waiting.
    await client.query(`set lock_timeout = '10min'`)
    for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
    await client.query(migration.sql)
  } catch (cause) {
    throw new Error(
      `Migration ${migration.name} failed: ${(cause as Error).message}. Run \`tijdig migrate\` again: it begins anew.`,
      { cause },
    )
  }
  await record(client, schema, migration)
  await client.query(`set lock_timeout = '10s'`)
}
