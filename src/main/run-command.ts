import { Command, CommanderError } from 'commander'
import { versionText } from '#/app/version.ts'
import { completionCommand } from '#/main/terminal/completion.ts'
import { safeText } from '#/main/terminal/command-output.ts'
import { inTerminal, type Terminal } from '#/main/terminal/terminal.ts'

type Loader = () => Promise<Command>

/** Every command by what it is for, loaded only when it is asked for: loading all takes longer than most of them run. */
const groups: Readonly<Record<string, Readonly<Record<string, Loader>>>> = {
  'Run it:': {
    serve: async () => (await import('./serve.ts')).serveCommand(),
    migrate: async () => (await import('#/main/machine/migrate-command.ts')).migrateCommand(),
    config: async () => (await import('#/main/machine/config-command.ts')).configCommand(),
    secret: async () => (await import('#/main/machine/secret-command.ts')).secretCommand(),
    doctor: async () => (await import('#/main/machine/doctor-command.ts')).doctorCommand(),
    'send-test': async () => (await import('#/main/machine/send-test-command.ts')).sendTestCommand(),
    backup: async () => (await import('#/main/operator/backup-command.ts')).backupCommand(),
    db: async () => (await import('#/main/machine/database-command.ts')).databaseCommand(),
  },
  'Organizations and their staff:': {
    holder: async () => (await import('#/main/operator/holder-command.ts')).holderCommand(),
    staff: async () => (await import('#/main/operator/staff-command.ts')).staffCommand(),
    onboarding: async () => (await import('#/main/operator/onboarding-command.ts')).onboardingCommand(),
    calendar: async () => (await import('#/main/operator/calendar-command.ts')).calendarCommand(),
  },
  'People who are reminded:': {
    recipient: async () => (await import('#/main/operator/recipient-command.ts')).recipientCommand(),
    deletion: async () => (await import('#/main/operator/deletion-command.ts')).deletionCommand(),
    suggestion: async () => (await import('#/main/operator/suggestion-command.ts')).suggestionCommand(),
  },
  'Messages:': {
    reminder: async () => (await import('#/main/operator/reminder-command.ts')).reminderCommand(),
    breaker: async () => (await import('#/main/operator/breaker-command.ts')).breakerCommand(),
    report: async () => (await import('#/main/operator/report-command.ts')).reportCommand(),
  },
  'With an API key:': {
    import: async () => (await import('#/main/client/import-command.ts')).importCommand(),
    voice: async () => (await import('#/main/client/voice-command.ts')).voiceCommand(),
    mcp: async () => (await import('#/main/client/mcp-command.ts')).mcpCommand(),
    listen: async () => (await import('#/main/client/listen-command.ts')).listenCommand(),
    trigger: async () => (await import('#/main/client/trigger-command.ts')).triggerCommand(),
    events: async () => (await import('#/main/client/events-command.ts')).eventsCommand(),
    logs: async () => (await import('#/main/client/logs-command.ts')).logsCommand(),
  },
  'Try it out, not in production:': {
    demo: async () => (await import('#/main/machine/demo-command.ts')).demoCommand(),
    clock: async () => (await import('#/main/machine/clock-command.ts')).clockCommand(),
  },
}

/** Of a command line that names no command, option or value there is (EX_USAGE of sysexits). */
const usedWrongly = 64

/** Runs the command that the arguments name; prints failures as sentences, never as a stack. @returns the exit code */
export function runCommand(args: readonly string[], given: Omit<Terminal, 'command' | 'exitCode'>): Promise<number> {
  const terminal: Terminal = { ...given, command: 'tijdig', exitCode: 0 }
  return inTerminal(terminal, async () => {
    try {
      const program = programOf(terminal)
      for (const [group, load] of askedFor(args[0]))
        program.addCommand(inheriting(program, (await load()).helpGroup(group)))
      program.addCommand(inheriting(program, completionCommand(program)))
      await program.parseAsync(args, { from: 'user' })
      return terminal.exitCode
    } catch (error) {
      // Commander has printed the error or its help.
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usedWrongly
      terminal.stderr.write(`${safeText(error instanceof Error ? error.message : String(error))}\n`)
      return 1
    }
  })
}

function programOf(terminal: Terminal): Command {
  return new Command('tijdig')
    .description('Appointment reminders that leave on time.')
    .version(versionText, '-V, --version', 'say which version this is')
    .helpOption('-h, --help', 'say how a command is used: tijdig COMMAND --help')
    .helpCommand(false)
    .configureHelp({
      subcommandTerm: (one) => [one.name(), ...one.registeredArguments.map((given) => `<${given.name()}>`)].join(' '),
    })
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
function askedFor(name: string | undefined): (readonly [group: string, load: Loader])[] {
  const all = Object.entries(groups).flatMap(([group, commands]) =>
    Object.entries(commands).map(([of, load]) => ({ of, group, load })),
  )
  const found = all.filter(({ of }) => of === name)
  return (found.length > 0 ? found : all).map(({ group, load }) => [group, load])
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
