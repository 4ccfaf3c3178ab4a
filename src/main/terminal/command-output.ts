import { Command } from 'commander'
import { terminal } from './terminal.ts'

/** The flag every command has. */
export type OutputFlags = { readonly json?: true }

/** A command with `--json`. */
export function command(name: string, description: string): Command {
  return new Command(name).description(description).option('--json', 'answer in JSON, one object on one line')
}

/** Prints the answer of a command, and nothing else, to standard output: as JSON, or in words. */
export function print(flags: OutputFlags, answer: object, inWords: () => string): void {
  terminal().stdout.write(`${flags.json ? safeJson(answer) : safeText(inWords())}\n`)
}

/** The text without characters by which tenants could move the cursor, colour the terminal or reverse the text. */
export function safeText(text: string): string {
  return text.replaceAll(steering, '\uFFFD')
}

/** The same for JSON, where such characters are escaped. */
export function safeJson(answer: object): string {
  return JSON.stringify(answer).replaceAll(
    steering,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Control characters except line feeds, and the controls of bidirectional text (Unicode, annex 9). */
const steering = /[^\P{Cc}\n]|\p{Bidi_Control}/gu

/** A remark for the person at the terminal; a program never sees it. */
export function remark(flags: OutputFlags, text: string): void {
  const { stderr } = terminal()
  if (!flags.json && stderr.isTTY) stderr.write(`${text}\n`)
}

/** Real time that passed, in words. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`
}

/** One line for each fact, its name first. */
export function facts(lines: readonly (readonly [string, string | number | null])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}`).join('\n')
}

/** Columns side by side, each as wide as its widest cell; numbers to the right. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const lines = [
    headings,
    ...rows.map((row) => row.map((cell) => (cell === null ? '-' : String(cell).replaceAll('\n', '\uFFFD')))),
  ]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const isNumeric = headings.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
