import type { Command } from 'commander'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { command, safeText, type OutputFlags } from './command-output.ts'
import { readLine, terminal } from './terminal.ts'

/** Flags of a command that asks before it does something. */
export type AskingFlags = OutputFlags & { readonly yes?: true }

/** A command that ends something for good or stops messages: it asks first, unless it is told `--yes`. */
export function askingCommand(name: string, description: string): Command {
  return command(name, description).option('--yes', 'do it without asking')
}

/**
 * Asks whoever is at the terminal whether to go on.
 *
 * @param what would happen, and to whom, as a sentence
 * @throws OperatorError when they do not want it, and where nobody can be asked
 */
export async function confirm({ yes }: AskingFlags, what: string): Promise<void> {
  if (yes) return
  if (!terminal().stdin.isTTY) throw new OperatorError(`${what} Say --yes to do it.`)
  if ((await readLine(safeText(`${what} Type yes to do it: `))) !== 'yes') throw new OperatorError('Nothing was done.')
}
