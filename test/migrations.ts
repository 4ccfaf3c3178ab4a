import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Client } from '#/kernel/postgres/db.ts'
import { applySchema } from '#/kernel/postgres/migrating/apply.ts'
import { main } from '#/kernel/postgres/migrating/schema.ts'

/** Applies migrations of a version to come: those of this one, and files by name. @returns what was applied now */
export async function applyNewer(
  t: TestContext,
  client: Client,
  files: Readonly<Record<string, string>>,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-migrations-'))
  t.after(() => rm(folder, { recursive: true }))
  await cp(main.folder, folder, { recursive: true })
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return applySchema(client, { ...main, folder: pathToFileURL(`${folder}/`) })
}
