import { Command, InvalidArgumentError } from 'commander'
import { noteBackup } from '#/app/operator/world/backup.ts'
import { command, print, type OutputFlags } from '#/main/terminal/command-output.ts'
import { asOperator } from '#/main/operator-session.ts'

type Flags = OutputFlags & { readonly at?: Temporal.Instant }

/** `tijdig backup`: what the job that takes base backups tells, for the doctor and the metrics. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('base backups of the database: taken')
    .addCommand(
      command('taken', 'note that one has ended; the doctor warns when the next does not come')
        .option('--at <instant>', 'when it ended, such as 2026-11-20T02:10:00Z; now without it', parseInstant)
        .action(taken),
    )
}

async function taken(flags: Flags): Promise<void> {
  const takenAt = await asOperator(({ pool }) => noteBackup(pool, flags.at ?? null))
  print(flags, { takenAt }, () => `The last base backup ended at ${takenAt}.`)
}

function parseInstant(value: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(value)
  } catch {
    throw new InvalidArgumentError('It is an instant with its offset from UTC, such as 2026-11-20T02:10:00Z.')
  }
}
