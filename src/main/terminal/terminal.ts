import { AsyncLocalStorage } from 'node:async_hooks'
import { createInterface } from 'node:readline'
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

/** The first line of standard input without its end, which a prompt asks a person for; null when there is none. */
export async function readLine(prompt: string): Promise<string | null> {
  const { stdin, stderr } = terminal()
  const input = createInterface({ input: stdin, output: stderr, terminal: false })
  try {
    if (stdin.isTTY) stderr.write(prompt)
    for await (const line of input) return line.trim()
    return null
  } finally {
    input.close()
  }
}
