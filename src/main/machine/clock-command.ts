import { Command } from 'commander'
import {
  advanceClock,
  describeOffset,
  resetClock,
  setClock,
  showClock,
  type ClockReading,
} from '#/app/operator/world/clock.ts'
import { command, print, seconds, type OutputFlags } from '#/main/terminal/command-output.ts'
import { asOperatorOutsideProduction, type Session } from '#/main/operator-session.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** `tijdig clock`: the test clock, everywhere but in production. */
export function clockCommand(): Command {
  return new Command('clock')
    .description('show or move the test clock')
    .addCommand(
      command('show', 'say where the clock stands').action(async (flags: OutputFlags) => {
        say(flags, await onClock(({ pool }) => showClock(pool)))
      }),
    )
    .addCommand(
      command('advance', 'run the world forward; what falls due on the way is sent in its turn')
        .argument('<duration>', 'ISO 8601, such as P1D or PT30M; a day is 24 hours')
        .action(advance),
    )
    .addCommand(
      command('set', 'jump to an instant, as after downtime')
        .argument('<instant>', 'such as 2026-12-03T09:30:00+01:00')
        .action(async (instant: string, flags: OutputFlags) => {
          say(flags, await onClock(({ pool }) => setClock(pool, instant)))
        }),
    )
    .addCommand(
      command('reset', 'go back to real time').action(async (flags: OutputFlags) => {
        say(flags, await onClock(({ pool }) => resetClock(pool)))
      }),
    )
}

async function advance(duration: string, flags: OutputFlags): Promise<void> {
  const { stderr } = terminal()
  const isWatched = stderr.isTTY && !flags.json
  const reading = await onClock(({ pool }) =>
    advanceClock(pool, duration, (now, stops) => {
      if (isWatched) stderr.write(`\r${now.toString({ smallestUnit: 'second' })}  ${stops} stops`)
    }),
  )
  if (isWatched && reading.stops > 0) stderr.write('\r\u001B[K')
  print(
    flags,
    reading,
    () => `${inWords(reading)} Stops on the way: ${reading.stops}. Wall time: ${seconds(reading.wallMs)}.`,
  )
}

function onClock<T>(work: (session: Session) => Promise<T>): Promise<T> {
  return asOperatorOutsideProduction('test clock', work)
}

function say(flags: OutputFlags, reading: ClockReading): void {
  print(flags, reading, () => inWords(reading))
}

function inWords({ now, offsetMs }: ClockReading): string {
  return `${now}, ${describeOffset(offsetMs)}.`
}
