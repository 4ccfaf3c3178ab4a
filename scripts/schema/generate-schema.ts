import { readFile, writeFile } from 'node:fs/promises'
import { migrate } from '#/kernel/postgres/migrating/migrate.ts'
import { startTemporaryDatabase } from '../testing/temporary-database.ts'
import { rowTypes } from './row-types.ts'
import { readSchemaFile, rowTypesFile, schemaFile } from './schema-file.ts'

// Part of `npm run generate`: writes docs/schema.sql from a database that is migrated for it, and from that the types of rows.

const server = await startTemporaryDatabase(true)
try {
  await migrate(server.url)
  const schema = await readSchemaFile(server.url)
  for (const [file, text] of [
    [schemaFile, schema],
    [rowTypesFile, rowTypes(schema)],
  ] as const) {
    if (text === (await readFile(file, 'utf8').catch(() => null))) continue
    await writeFile(file, text)
    process.stdout.write(`wrote ${file.pathname}\n`)
  }
} finally {
  await server.stop()
}
