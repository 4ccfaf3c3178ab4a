import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readHeader } from '#/kernel/postgres/migrating/migration-files.ts'

/** What is wrong with the migrations after the baselines, one sentence each. */
export function migrationViolations(root: string): string[] {
  const files = globSync(['migrations/*.sql', 'migrations/login/*.sql'], { cwd: root }).toSorted()
  return [...Map.groupBy(files, dirname).values()].flatMap((names) =>
    migrationFaults(new Map(names.map((name) => [basename(name), readFileSync(join(root, name), 'utf8')]))),
  )
}

/** @param files of one schema, by name, in their order */
export function migrationFaults(files: ReadonlyMap<string, string>): string[] {
  const before = new Set<string>()
  return [...files].flatMap(([name, sql]) => {
    const faults = faultsOf(name, sql, before).map((fault) => `Migration ${name} ${fault}`)
    before.add(name)
    return faults
  })
}

function faultsOf(name: string, sql: string, before: ReadonlySet<string>): string[] {
  let header
  try {
    header = readHeader(name, sql)
  } catch (error) {
    return [(error as Error).message.replace(`Migration ${name} `, '')]
  }
  // Neither comments nor what functions do.
  const text = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$.*?\$\$/gs, '$$')
    .toLowerCase()
  const faults: string[] = []
  if (header.needs !== null && !before.has(header.needs))
    faults.push(`contracts after ${header.needs}, which is no migration before it.`)
  const lost = header.kind === 'contract' ? undefined : takesAway.exec(text)?.[0]
  if (lost !== undefined)
    faults.push(`takes away what running code may use ("${lost}"): let a later version do it, in a contract.`)
  const made = new Set(
    [...text.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?([\w.]+)/g)].map(([, table]) => table),
  )
  for (const [statement, table] of text.matchAll(/\bcreate (?:unique )?index \w+ on (?!only )([\w.]+)/g))
    if (!made.has(table))
      faults.push(
        `keeps writers of ${table} waiting while it makes an index ("${statement}"): make it concurrently, in a file of its own.`,
      )
  for (const [statement, table] of text.matchAll(
    /\balter table ([\w.]+)[^;]*?\badd (?:constraint \w+ )?(?:check|foreign key)\b[^;]*/g,
  ))
    if (!made.has(table) && !/\bnot valid\b/.test(statement))
      faults.push(
        `keeps writers of ${table} waiting while rows are checked: add the constraint not valid, and validate it in a later file.`,
      )
  return faults
}

/** What code of before may still read, write or call; a constraint, policy, index or trigger less it does not notice. */
const takesAway =
  /\bdrop (?:table|column|view|materialized view|function|schema|sequence|type)\b|\brename (?:column|to)\b|\balter (?:column )?\w+ (?:set data )?type\b|\bset not null\b/
