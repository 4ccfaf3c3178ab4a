import { parse } from 'csv-parse/browser/esm/sync'
import { unguarded } from '#/kernel/text/csv.ts'

/** A row of a file, unchanged. */
export type CsvRow = {
  /** Line on which it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly isUnreadable: boolean
}

export type CsvTable = { readonly header: readonly string[]; readonly rows: readonly CsvRow[] }

/** The rows of a CSV file under the headings of its first line; empty lines are left out. */
export function readCsv(text: string): CsvTable {
  const unreadable = new Map<number, CsvRow>()
  // Excel writes and reads a line before the headings that names the delimiter.
  const [, named] = separator.exec(text) ?? []
  const parsed = parse(text.replace(separator, ''), {
    bom: true,
    delimiter: named ?? delimiterOf(text),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      const line = error && 'lines' in error ? Number(error.lines) : 0
      unreadable.set(line, { line, cells: [], isUnreadable: true })
      return undefined
    },
  }) as unknown as { record: string[]; info: { lines: number } }[]
  const rows = parsed.map(({ record, info }) => ({
    // The parser gives the line on which a record ends.
    line: info.lines - record.join('').split('\n').length + 1,
    cells: record.map((cell) => unguarded(cell.trim())),
    isUnreadable: false,
  }))
  const [header, ...others] = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  return {
    header: header?.cells ?? [],
    rows: [...others, ...unreadable.values()].toSorted((one, other) => one.line - other.line),
  }
}

const separator = /^\uFEFF?sep=([,;\t|])(?=\r?\n)/i

/** The delimiter that the first line has most of. */
function delimiterOf(text: string): string {
  const line = (text.split(/[\r\n]/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
