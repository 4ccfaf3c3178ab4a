import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable, Writable } from 'node:stream'

/** The surroundings of a command: environment, input and output. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** The command that runs, such as `tijdig holder list`, without its arguments. */
  command: string
  exitCode: number
}

const terminals = new AsyncLocalStorage<Terminal>()

/** Runs work in a terminal: that of the process, or one of a test. */
export function inTerminal<T>(terminal: Terminal, work: () => Promise<T>): Promise<T> {
  return terminals.run(terminal, work)
}

/** The terminal of the command that runs. */
export function terminal(): Terminal {
  const found = terminals.getStore()
  if (!found) throw new Error('No command runs here')
  return found
}
