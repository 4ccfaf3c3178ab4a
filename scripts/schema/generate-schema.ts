import { readFile, writeFile } from 'node:fs/promises'
import { migrate } from '#/kernel/postgres/migrating/migrate.ts'
import { startTemporaryDatabase } from '../testing/temporary-database.ts'
import { readSchemaFile, schemaFile } from './schema-file.ts'

// Part of `npm run generate`: writes docs/schema.sql from a database that is migrated for it.

const server = await startTemporaryDatabase(true)
try {
  await migrate(server.url)
  const text = await readSchemaFile(server.url)
  if (text !== (await readFile(schemaFile, 'utf8').catch(() => null))) {
    await writeFile(schemaFile, text)
    process.stdout.write('wrote docs/schema.sql\n')
  }
} finally {
  await server.stop()
}
