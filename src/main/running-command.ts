import type { Command } from 'commander'

let running = 'tijdig'

/** Says which command runs in this process, before it does: a process runs one. */
export function nameRunningCommand(command: Command): void {
  running = nameOf(command)
}

/** The command that runs, such as `tijdig holder list`, without what was given to it. */
export function runningCommand(): string {
  return running
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}
