import { open } from 'node:fs/promises'
import { csvRecords, type CsvFormat, type CsvRecord } from './csv-records.ts'
import { ImportError, rejected, type ImportRow, type RowSource } from '#/app/import/import-row.ts'
import { weeksToNextWeek } from './local-time.ts'
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

/**
 * Opens a CSV file and looks through it once, for its length and its earliest date. Rows are read as a stream.
 *
 * @throws ImportError when the file has no header, or the mapping does not fit it
 */
export async function openCsv(path: string, options: CsvSourceOptions): Promise<RowSource> {
  const encoding = options.mapping?.encoding ?? 'utf-8'
  const format: CsvFormat = { delimiter: options.mapping?.delimiter ?? (await delimiterOf(path)), encoding }
  const header = await headerOf(path, format)
  const mapping = options.mapping ?? mappingByName(header)
  const mapper = rowMapper({ mapping, header, sourceSystem: options.sourceSystem, timezone: options.timezone })
  let rowCount = 0
  let earliest: Temporal.PlainDate | null = null
  for await (const record of rowsBelowHeader(path, format)) {
    rowCount += 1
    const date = mapping.shift?.firstWeek && isComplete(record, header) ? mapper.startDate(record.cells) : null
    if (date && (earliest === null || Temporal.PlainDate.compare(date, earliest) < 0)) earliest = date
  }
  const shiftWeeks = mapping.shift?.weeks ?? (earliest ? weeksToNextWeek(earliest, options.today) : 0)
  return {
    header,
    delimiter: format.delimiter,
    rowCount,
    shiftWeeks,
    async *rows() {
      for await (const record of rowsBelowHeader(path, format)) yield toRow(record, header, mapper, shiftWeeks)
    },
  }
}

function toRow(record: CsvRecord, header: readonly string[], mapper: RowMapper, shiftWeeks: number): ImportRow {
  const { line, cells, fault } = record
  if (fault !== null) return { line, original: cells, work: rejected('', fault) }
  if (!isComplete(record, header)) {
    const reason = `has ${cells.length} cells where the header has ${header.length}`
    return { line, original: cells, work: rejected('', reason) }
  }
  return { line, original: cells, work: mapper.toWork(cells, shiftWeeks) }
}

function isComplete({ cells }: CsvRecord, header: readonly string[]): boolean {
  return cells.length === header.length
}

/** The records without the line `sep=;` by which Excel is told the delimiter. */
async function* tableRecords(path: string, format: CsvFormat): AsyncGenerator<CsvRecord> {
  for await (const record of csvRecords(path, format))
    if (record.line > 1 || !/^sep=/i.test(record.cells[0] ?? '')) yield record
}

async function* rowsBelowHeader(path: string, format: CsvFormat): AsyncGenerator<CsvRecord> {
  let isHeader = true
  for await (const record of tableRecords(path, format)) {
    if (!isHeader) yield record
    isHeader = false
  }
}

async function headerOf(path: string, format: CsvFormat): Promise<string[]> {
  for await (const { cells, fault } of tableRecords(path, format)) {
    if (fault !== null) throw new ImportError(`The header of the file ${fault}.`)
    return cells.map((name) => name.trim())
  }
  throw new ImportError('The file is empty: its first line must name the columns.')
}

/** The most frequent separator in the first line: comma, semicolon (where the comma is the decimal sign) or tab. */
async function delimiterOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8_192), 0, 8_192, 0)
    const start = buffer.subarray(0, bytesRead)
    if (start.includes(0)) throw new ImportError('The file is not text in UTF-8: save it as CSV (UTF-8).')
    const [line = ''] = start
      .toString('latin1')
      .replaceAll(/"[^"]*"/g, '')
      .split('\n')
    const count = (sign: string) => line.split(sign).length
    return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
  } finally {
    await file.close()
  }
}
