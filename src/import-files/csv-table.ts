import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { unguarded } from '#/kernel/text/csv.ts'

/** One record of a CSV file. */
export type CsvRow = {
  /** Line on which it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** A quote is opened and not closed, or it is longer than 32 kB; its cells are then empty. */
  readonly isUnreadable: boolean
}

/** A CSV file (RFC 4180, also with other delimiters and ends of lines); its empty lines are left out. */
export type CsvTable = {
  readonly delimiter: string
  /** The first row; null in an empty file. */
  readonly header: CsvRow | null
  /** Those below it, the same at every reading. */
  rows(): Generator<CsvRow>
}

/** @param delimiter null: the one that the file names or has most of */
export function csvTable(text: string, delimiter: string | null = null): CsvTable {
  // Excel writes and reads a line before the headings that names the delimiter.
  const [first = '', named] = separator.exec(text) ?? []
  const given = delimiter ?? named ?? delimiterOf(text)
  const rest = text.slice(first.length)
  const bytes = new TextEncoder().encode(rest.includes('\n') ? rest : rest.replaceAll('\r', '\n'))
  const [header = null] = recordsOf(bytes, given)
  return {
    delimiter: given,
    header,
    *rows() {
      for (const row of recordsOf(bytes, given)) if (row.line !== header?.line) yield row
    },
  }
}

const separator = /^\uFEFF?sep=([,;\t|])(?=\r?\n)|^\uFEFF/i

/** The delimiter that the first line has most of. */
function delimiterOf(text: string): string {
  const line = (text.split(/[\r\n]/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const longestRecordBytes = 32_768
/** Read at once; after a record that cannot be read no more than this is read again. */
const windowBytes = 8 * longestRecordBytes
const lineFeed = 10

/** A record that cannot be read costs one line: a stray quote does not swallow the rows after it. */
function* recordsOf(bytes: Uint8Array, delimiter: string): Generator<CsvRow> {
  let at = 0
  let line = 1
  const moveTo = (end: number) => {
    for (
      let found = bytes.indexOf(lineFeed, at);
      found !== -1 && found < end;
      found = bytes.indexOf(lineFeed, found + 1)
    )
      line += 1
    at = end
  }
  while (at < bytes.length) {
    const start = at
    const end = Math.min(start + windowBytes, bytes.length)
    const { records, isBroken } = parsed(bytes.subarray(start, end), delimiter)
    // The last record of a window may be cut off.
    for (const record of isBroken || end === bytes.length ? records : records.slice(0, -1)) {
      if (record.cells.some((cell) => cell.trim() !== ''))
        yield { line, cells: record.cells.map(unguarded), isUnreadable: false }
      moveTo(start + record.end)
    }
    if (!isBroken || (end < bytes.length && end - at <= longestRecordBytes)) continue
    yield { line, cells: [], isUnreadable: true }
    const next = bytes.indexOf(lineFeed, at)
    moveTo(next === -1 ? bytes.length : next + 1)
  }
}

type Parsed = { readonly cells: readonly string[]; readonly end: number }

/** The records up to the end or to one that cannot be read. */
function parsed(bytes: Uint8Array, delimiter: string): { readonly records: Parsed[]; readonly isBroken: boolean } {
  // Collected along the way: the parser discards its own output when it meets an error.
  const records: Parsed[] = []
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      // A quote within a cell is part of it.
      relax_quotes: true,
      max_record_size: longestRecordBytes,
      on_record(cells: unknown, { bytes: end }) {
        records.push({ cells: cells as string[], end })
        return null
      },
    })
    return { records, isBroken: false }
  } catch (error) {
    if (error instanceof CsvError) return { records, isBroken: true }
    throw error
  }
}
