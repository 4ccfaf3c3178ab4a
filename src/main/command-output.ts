import { Command } from 'commander'

/** The flag every command has. */
export type OutputFlags = { readonly json?: true }

/** A command with its `--json`. */
export function command(name: string, description: string): Command {
  return new Command(name).description(description).option('--json', 'answer in JSON, one object on one line')
}

/** The answer of a command, alone on standard output: for a program, or in words. */
export function print(flags: OutputFlags, answer: object, inWords: () => string): void {
  process.stdout.write(`${flags.json ? JSON.stringify(answer) : inWords()}\n`)
}

/** A remark for the person at the terminal; a program never sees it. */
export function remark(flags: OutputFlags, text: string): void {
  if (!flags.json && process.stderr.isTTY) process.stderr.write(`${text}\n`)
}

/** Real time that passed, in words. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`
}

/** Columns side by side, each as wide as its widest cell; numbers to the right. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => (cell === null ? '-' : String(cell))))]
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
