import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { safeText } from './command-output.ts'
import { nameRunningCommand } from './running-command.ts'

/** Every command, loaded only when it is asked for: all of them together take longer than most of them run. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  db: async () => (await import('./database-command.ts')).databaseCommand(),
  migrate: async () => (await import('./migrate-command.ts')).migrateCommand(),
  doctor: async () => (await import('./doctor-command.ts')).doctorCommand(),
  holder: async () => (await import('./holder-command.ts')).holderCommand(),
  staff: async () => (await import('./staff-command.ts')).staffCommand(),
  recipient: async () => (await import('./recipient-command.ts')).recipientCommand(),
  onboarding: async () => (await import('./onboarding-command.ts')).onboardingCommand(),
  import: async () => (await import('./import-command.ts')).importCommand(),
  report: async () => (await import('./report-command.ts')).reportCommand(),
  suggestion: async () => (await import('./suggestion-command.ts')).suggestionCommand(),
  breaker: async () => (await import('./breaker-command.ts')).breakerCommand(),
  calendar: async () => (await import('./calendar-command.ts')).calendarCommand(),
  deletion: async () => (await import('./deletion-command.ts')).deletionCommand(),
  voice: async () => (await import('./voice-command.ts')).voiceCommand(),
  mcp: async () => (await import('./mcp-command.ts')).mcpCommand(),
  clock: async () => (await import('./clock-command.ts')).clockCommand(),
  demo: async () => (await import('./demo-command.ts')).demoCommand(),
}

// Before the commands are loaded, which then start in about half the time. Where the folder cannot be written this does nothing.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)))

try {
  const program = new Command('tijdig')
    .description('Appointment reminders that leave on time.')
    .showHelpAfterError('Add --help to see how it is used.')
    .hook('preAction', (_, command) => nameRunningCommand(command))
  for (const load of askedFor(process.argv[2])) program.addCommand(inheriting(program, await load()))
  await program.parseAsync()
} catch (error) {
  // A failure is told in sentences, never as a stack.
  process.stderr.write(`${safeText(error instanceof Error ? error.message : String(error))}\n`)
  process.exitCode = 1
}

/** The command of that name; all of them when it is none, for the help or for saying what it might have been. */
function askedFor(name: string | undefined): (() => Promise<Command>)[] {
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  return load ? [load] : Object.values(commands)
}

/** A command made apart from its parent would have settings of its own. */
function inheriting(parent: Command, command: Command): Command {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inheriting(command, child)
  return command
}
