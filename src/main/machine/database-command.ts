import { Command } from 'commander'
import { readSettings } from '#/app/settings/read-settings.ts'
import { startDatabase } from '#/app/starting/database.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { command, print, remark, type OutputFlags } from '#/main/terminal/command-output.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** `tijdig db`: the embedded database on its own, for processes that are started apart from it. */
export function databaseCommand(): Command {
  return new Command('db')
    .description('run the embedded database alone')
    .addCommand(
      command('start', 'run it in the foreground and print its DATABASE_URL, for separate processes').action(start),
    )
}

async function start(flags: OutputFlags): Promise<void> {
  const settings = readSettings(terminal().env)
  if (settings.databaseUrl !== null)
    throw new OperatorError('DATABASE_URL names a database already: unset it to start the embedded one.')
  const database = await startDatabase(settings, (line) => remark(flags, line))
  const stopping = untilToldToStop()
  try {
    print(flags, { databaseUrl: database.url }, () => `DATABASE_URL=${database.url}`)
    remark(flags, 'Stop with Ctrl-C.')
    await stopping
  } finally {
    await database.stop()
  }
}

/** Resolves at the first signal; npm passes on a terminal's Ctrl-C, so a second one is ignored. */
function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    // The server is a process of its own: nothing else keeps this one alive.
    const alive = setInterval(() => undefined, 60_000)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        clearInterval(alive)
        resolve()
      })
    }
  })
}
