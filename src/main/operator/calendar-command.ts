import { Command } from 'commander'
import { calendarStatus } from '#/app/operator/holders/calendar.ts'
import { command, print, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { holderOption } from '#/main/holder-option.ts'
import { asOperator } from '#/main/operator-session.ts'

/** `tijdig calendar`: the state of a platform holder's calendars. */
export function calendarCommand(): Command {
  return new Command('calendar')
    .description('calendars that platform holders connected')
    .addCommand(
      command('status', 'when each was read, and the next events nobody is reminded of')
        .addOption(holderOption('of this platform holder').makeOptionMandatory())
        .action(status),
    )
}

async function status(flags: OutputFlags & { readonly holder: string }): Promise<void> {
  const found = await asOperator(({ pool }) => calendarStatus(pool, flags.holder))
  print(flags, found, () => {
    if (found.calendars.length === 0) return 'No calendar is read for this platform holder.'
    const calendars = table(
      [
        'provider',
        'calendar',
        'last read',
        'next',
        'failures',
        'error',
        'appointments',
        'no recipient',
        'refused',
        'cancellations held',
      ],
      found.calendars.map((row) => [
        row.provider,
        row.calendarId,
        row.lastSuccessAt,
        row.isRead ? row.nextReadAt : 'not read any more',
        row.failures,
        row.lastErrorCode,
        row.appointments,
        row.withoutRecipient,
        row.refused,
        row.withdrawalsHeld,
      ]),
    )
    if (found.leftOut.length === 0) return calendars
    const events = table(
      ['provider', 'starts', 'reason', 'event'],
      found.leftOut.map((row) => [row.provider, row.startsAt, row.reason, row.eventId]),
    )
    return `${calendars}\n\nNobody is reminded of these:\n${events}`
  })
}
