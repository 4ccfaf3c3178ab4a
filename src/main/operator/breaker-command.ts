import { Command, Option } from 'commander'
import type pg from 'pg'
import { dropBreaker, listBreaker, releaseBreaker } from '#/app/operator/holders/breaker.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { command, print, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { askingCommand, confirm, type AskingFlags } from '#/main/terminal/confirm.ts'
import { holderOption } from '#/main/holder-option.ts'
import { asOperator } from '#/main/operator-session.ts'

type Flags = OutputFlags & { readonly holder?: string }
type ChangeFlags = AskingFlags & Flags & { readonly all?: true }

/** `tijdig breaker`: reminders that wait for a human because there were more than usual. */
export function breakerCommand(): Command {
  const holder = () => holderOption('only those of this platform holder')
  const all = () => new Option('--all', 'of all platform holders')
  return new Command('breaker')
    .description('messages held for a person: list, release, drop')
    .addCommand(command('list', 'count them by platform holder').addOption(holder()).action(list))
    .addCommand(
      askingCommand('release', 'let them go; those that are too late by now expire')
        .addOption(holder())
        .addOption(all())
        .action(release),
    )
    .addCommand(
      askingCommand('drop', 'end them unsent; this cannot be undone').addOption(holder()).addOption(all()).action(drop),
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

async function release(flags: ChangeFlags): Promise<void> {
  const released = await asOperator(async ({ pool }) => {
    await confirmAbout(flags, pool, 'lets go')
    return releaseBreaker(pool, flags.holder ?? null)
  })
  print(flags, { released }, () =>
    released.length === 0
      ? nothingHeld
      : table(
          ['holder', 'name', 'released', 'expired'],
          released.map((row) => [row.platformHolderId, row.displayName, row.released, row.expired]),
        ),
  )
}

async function drop(flags: ChangeFlags): Promise<void> {
  const dropped = await asOperator(async ({ pool }) => {
    await confirmAbout(flags, pool, 'ends unsent')
    return dropBreaker(pool, flags.holder ?? null)
  })
  print(flags, { dropped }, () =>
    dropped.length === 0
      ? nothingHeld
      : table(
          ['holder', 'name', 'dropped'],
          dropped.map((row) => [row.platformHolderId, row.displayName, row.dropped]),
        ),
  )
}

/** Says of whom how many are held, before anything becomes of them. */
async function confirmAbout(flags: ChangeFlags, pool: pg.Pool, does: string): Promise<void> {
  if (!flags.holder && !flags.all)
    throw new OperatorError('Say whose: name a platform holder with --holder ID, or say --all.')
  const held = await listBreaker(pool, flags.holder ?? null)
  if (held.length === 0) return
  const ofWhom = held.map((row) => `${row.held} of ${row.displayName}`).join(', ')
  await confirm(flags, `This ${does} messages that are held: ${ofWhom}.`)
}
