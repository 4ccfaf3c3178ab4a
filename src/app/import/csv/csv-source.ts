import { readFile, stat } from 'node:fs/promises'
import { csvTable, type CsvRow } from '#/import-files/csv-table.ts'
import { weeksToNextWeek } from '#/import-files/local-time.ts'
import { textOf } from '#/import-files/text-of.ts'
import { ImportError, rejected, type ImportRow, type RowSource } from '#/app/import/import-row.ts'
import { rowMapper, type RowMapper } from './map-row.ts'
import { mappingByName, type Mapping } from './mapping.ts'

export type CsvSourceOptions = {
  /** Null: the columns are named after the fields of the intake. */
  readonly mapping: Mapping | null
  readonly sourceSystem: string
  readonly timezone: string | null
  /** The day the shift of the mapping counts from. */
  readonly today: Temporal.PlainDate
}

/** Read as a whole, and half of what a text may have. */
const mostBytes = 256_000_000

/**
 * Opens a CSV file and looks through it once, for its length and its earliest date.
 *
 * @throws ImportError when the file has no header, or the mapping does not fit it
 */
export async function openCsv(path: string, options: CsvSourceOptions): Promise<RowSource> {
  if ((await stat(path)).size > mostBytes) throw new ImportError('A CSV file may have 256 MB: divide it into parts.')
  const text = textOf(await readFile(path), { encoding: options.mapping?.encoding })
  if (text.includes('\0')) throw new ImportError('The file is not text in UTF-8: save it as CSV (UTF-8).')
  const table = csvTable(text, options.mapping?.delimiter ?? null)
  const header = headerOf(table.header)
  const mapping = options.mapping ?? mappingByName(header)
  const mapper = rowMapper({ mapping, header, sourceSystem: options.sourceSystem, timezone: options.timezone })
  let rowCount = 0
  let earliest: string | null = null
  for (const row of table.rows()) {
    rowCount += 1
    const day = mapping.shift?.firstWeek && isComplete(row, header) ? mapper.startDay(row.cells) : null
    if (day && (earliest === null || day < earliest)) earliest = day
  }
  const shiftWeeks = mapping.shift?.weeks ?? (earliest ? weeksToNextWeek(earliest, options.today.toString()) : 0)
  return {
    header,
    delimiter: table.delimiter,
    rowCount,
    shiftWeeks,
    *rows() {
      for (const row of table.rows()) yield toRow(row, header, mapper, shiftWeeks)
    },
  }
}

const quoteOpen = 'has a quote that is opened and not closed, or is longer than 32 kB'

function toRow(row: CsvRow, header: readonly string[], mapper: RowMapper, shiftWeeks: number): ImportRow {
  const { line, cells, isUnreadable } = row
  const reason = isUnreadable
    ? quoteOpen
    : cells.some((cell) => cell.includes('\uFFFD'))
      ? 'has characters that are not UTF-8; if all rows do, set "encoding" in the mapping'
      : isComplete(row, header)
        ? null
        : `has ${cells.length} cells where the header has ${header.length}`
  return { line, original: cells, work: reason === null ? mapper.toWork(cells, shiftWeeks) : rejected('', reason) }
}

function isComplete({ cells }: CsvRow, header: readonly string[]): boolean {
  return cells.length === header.length
}

function headerOf(row: CsvRow | null): string[] {
  if (row === null) throw new ImportError('The file is empty: its first line must name the columns.')
  if (row.isUnreadable) throw new ImportError(`The header of the file ${quoteOpen}.`)
  return row.cells.map((name) => name.trim())
}
