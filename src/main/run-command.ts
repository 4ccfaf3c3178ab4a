import { Command, CommanderError } from 'commander'
import { safeText } from './command-output.ts'
import { inTerminal, type Terminal } from './terminal.ts'

/** Every command, loaded only when it is asked for: loading all takes longer than most of them run. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  db: async () => (await import('#/main/machine/database-command.ts')).databaseCommand(),
  migrate: async () => (await import('#/main/machine/migrate-command.ts')).migrateCommand(),
  doctor: async () => (await import('#/main/machine/doctor-command.ts')).doctorCommand(),
  'send-test': async () => (await import('#/main/machine/send-test-command.ts')).sendTestCommand(),
  holder: async () => (await import('#/main/operator/holder-command.ts')).holderCommand(),
  staff: async () => (await import('#/main/operator/staff-command.ts')).staffCommand(),
  recipient: async () => (await import('#/main/operator/recipient-command.ts')).recipientCommand(),
  onboarding: async () => (await import('#/main/operator/onboarding-command.ts')).onboardingCommand(),
  import: async () => (await import('#/main/client/import-command.ts')).importCommand(),
  report: async () => (await import('#/main/operator/report-command.ts')).reportCommand(),
  suggestion: async () => (await import('#/main/operator/suggestion-command.ts')).suggestionCommand(),
  breaker: async () => (await import('#/main/operator/breaker-command.ts')).breakerCommand(),
  calendar: async () => (await import('#/main/operator/calendar-command.ts')).calendarCommand(),
  deletion: async () => (await import('#/main/operator/deletion-command.ts')).deletionCommand(),
  voice: async () => (await import('#/main/client/voice-command.ts')).voiceCommand(),
  mcp: async () => (await import('#/main/client/mcp-command.ts')).mcpCommand(),
  clock: async () => (await import('#/main/machine/clock-command.ts')).clockCommand(),
  demo: async () => (await import('#/main/machine/demo-command.ts')).demoCommand(),
}

/** Runs the command that the arguments name; prints failures as sentences, never as a stack. @returns the exit code */
export function runCommand(args: readonly string[], given: Omit<Terminal, 'command' | 'exitCode'>): Promise<number> {
  const terminal: Terminal = { ...given, command: 'tijdig', exitCode: 0 }
  return inTerminal(terminal, async () => {
    try {
      const program = programOf(terminal)
      for (const load of askedFor(args[0])) program.addCommand(inheriting(program, await load()))
      await program.parseAsync(args, { from: 'user' })
      return terminal.exitCode
    } catch (error) {
      // Commander has printed the error or its help.
      if (error instanceof CommanderError) return error.exitCode
      terminal.stderr.write(`${safeText(error instanceof Error ? error.message : String(error))}\n`)
      return 1
    }
  })
}

function programOf(terminal: Terminal): Command {
  return new Command('tijdig')
    .description('Appointment reminders that leave on time.')
    .showHelpAfterError('Add --help to see how it is used.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .hook('preAction', (_, command) => {
      terminal.command = nameOf(command)
    })
}

/** The command of that name; all when there is none, for the help or to suggest a similar name. */
function askedFor(name: string | undefined): (() => Promise<Command>)[] {
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  return load ? [load] : Object.values(commands)
}

/** Gives a command that was made apart from its parent the parent's settings. */
function inheriting(parent: Command, command: Command): Command {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inheriting(command, child)
  return command
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}
