import { Command } from 'commander'
import { dropBreaker, listBreaker, releaseBreaker } from '#/app/operator/holders/breaker.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { command, print, table, type OutputFlags } from '#/main/command-output.ts'
import { holderOption } from '#/main/holder-option.ts'
import { asOperator } from '#/main/operator-session.ts'

type Flags = OutputFlags & { readonly holder?: string }

/** `tijdig breaker`: reminders that wait for a human because there were more than usual. */
export function breakerCommand(): Command {
  const holder = () => holderOption('only those of this platform holder')
  return new Command('breaker')
    .description('reminders held because there were more than usual: list, release, drop')
    .addCommand(command('list', 'count them by platform holder').addOption(holder()).action(list))
    .addCommand(
      command('release', 'let them go; those that are too late by now expire').addOption(holder()).action(release),
    )
    .addCommand(
      command('drop', 'end them unsent; this cannot be undone')
        .addOption(holder())
        .option('--all', 'of all platform holders')
        .action(drop),
    )
}

const nothingHeld = 'No reminders are held.'

async function list(flags: Flags): Promise<void> {
  const held = await asOperator(({ pool }) => listBreaker(pool, flags.holder ?? null))
  print(flags, { held }, () =>
    held.length === 0
      ? nothingHeld
      : table(
          ['holder', 'name', 'held', 'too late', 'oldest was due', 'next too late at'],
          held.map((row) => [
            row.platformHolderId,
            row.displayName,
            row.held,
            row.tooLate,
            row.oldestDueAt,
            row.nextTooLateAt,
          ]),
        ),
  )
}

async function release(flags: Flags): Promise<void> {
  const released = await asOperator(({ pool }) => releaseBreaker(pool, flags.holder ?? null))
  print(flags, { released }, () =>
    released.length === 0
      ? nothingHeld
      : table(
          ['holder', 'name', 'released', 'expired'],
          released.map((row) => [row.platformHolderId, row.displayName, row.released, row.expired]),
        ),
  )
}

async function drop(flags: Flags & { readonly all?: true }): Promise<void> {
  if (!flags.holder && !flags.all)
    throw new OperatorError('Dropping cannot be undone: name a platform holder with --holder ID, or say --all.')
  const dropped = await asOperator(({ pool }) => dropBreaker(pool, flags.holder ?? null))
  print(flags, { dropped }, () =>
    dropped.length === 0
      ? nothingHeld
      : table(
          ['holder', 'name', 'dropped'],
          dropped.map((row) => [row.platformHolderId, row.displayName, row.dropped]),
        ),
  )
}
