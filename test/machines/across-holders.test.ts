import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { privacy } from '#/app/privacy.ts'
import { Client, declared } from '#/kernel/postgres/db.ts'
import { endings } from '#/kernel/privacy.ts'
import { atEnd } from '../crash/at-end.ts'
import { testDatabase } from '../postgres.ts'

// Most statements name the one platform holder they are about, so that holders can lie in several databases. Those that
// do not are listed by what they would need there (docs/scaling.md): a new one must be added to the list. Pages of rows
// past their term, which tables declare, are known to be a loop.

const root = fileURLToPath(new URL('../..', import.meta.url))
const reviewed = JSON.parse(readFileSync(`${root}/test/golden/across-holders.json`, 'utf8')) as Record<string, string[]>

const pages = new Set(endings(privacy.main, 'pages').map(({ name }) => name))

test('every statement that reaches across platform holders is in the reviewed list, and nothing else is', async (t) => {
  const { names, functions } = await readCatalogue(await connect(t))
  await loadStatements()
  const across = [...declared]
    .filter(([, text]) => reaches(text, names, functions))
    .map(([name]) => name)
    .filter((name) => !pages.has(name))
    .toSorted()
  assert.deepEqual(across, Object.values(reviewed).flat().toSorted(), 'review it, and put it where it belongs')
})

test('every statement is declared where its file is loaded, so that none is overlooked', async () => {
  await loadStatements()
  const missing = sources().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bstatement(?:<[^(]*>)?\(\s*'([a-z_0-9]+)'/g)]
      .map(([, name = '']) => name)
      .filter((name) => !declared.has(name))
      .map((name) => `${name} in ${file}`),
  )
  assert.deepEqual(missing, [])
})

/** Matches a predicate by a given holder, by pairs of holder and id, or by the bound holder. */
const names =
  /platform_holder_id\s*(?:=|in)\s*(?:any\s*)?\(*\$\d|platform_holder_id[^;]{0,200}\)\s*(?:=|in)\s*\(*\s*(?:select[^;]*unnest\(|\$)/

function reaches(text: string, tables: ReadonlySet<string>, functions: ReadonlySet<string>): boolean {
  if ([...text.matchAll(/\b([a-z_]+)\(/g)].some(([, called = '']) => functions.has(called))) return true
  const read = [...text.matchAll(/\b(?:from|join|update|using)\s+(?:only\s+)?([a-z_]+)/g)].map(
    ([, table = '']) => table,
  )
  return read.some((table) => tables.has(table)) && !names.test(text)
}

/** Tables and views with rows of holders, and functions that bypass row-level security. */
async function readCatalogue(client: Client) {
  const tables = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'platform_holder_id'
     where c.relkind in ('r', 'p', 'v') and c.relnamespace = 'public'::regnamespace`,
  )
  const functions = await client.query<{ name: string }>(
    `select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
  )
  const setOf = ({ rows }: { rows: { name: string }[] }) => new Set(rows.map(({ name }) => name))
  return { names: setOf(tables), functions: setOf(functions) }
}

async function connect(t: Parameters<typeof atEnd>[0]): Promise<Client> {
  const database = await testDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  atEnd(t, async () => {
    await client.end()
    await database.drop()
  })
  return client
}

function sources(): string[] {
  return globSync('src/{kernel,slices,app,providers,surfaces}/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|for-tests/.test(file))
    .map((file) => `${root}${file}`)
}

async function loadStatements(): Promise<void> {
  for (const file of sources()) await import(file)
}
