import type { Command } from 'commander'
import { installationOf } from '#/app/starting/database.ts'
import { secretNotice } from '#/app/starting/installation.ts'
import { migrateSchema } from '#/app/operator/world/schema.ts'
import { command, print, type OutputFlags } from '#/main/terminal/command-output.ts'
import { asOwnerOfSchema } from '#/main/operator-session.ts'

/** `tijdig migrate`: the schema of this version, on whichever database the set-up names. */
export function migrateCommand(): Command {
  return command('migrate', 'bring the schema of the database up to date').action(async (flags: OutputFlags) => {
    const { applied, isClaimed } = await asOwnerOfSchema(async ({ databaseUrl, settings, pool }) =>
      migrateSchema(databaseUrl, settings.loginDatabaseUrl, await installationOf(settings), pool),
    )
    print(flags, { applied }, () =>
      [
        ...(applied.length === 0 ? ['The schema is up to date.'] : ['Applied:', ...applied.map((file) => `  ${file}`)]),
        ...(isClaimed ? [secretNotice] : []),
      ].join('\n'),
    )
  })
}
