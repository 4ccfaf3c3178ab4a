import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse, type CsvError } from 'csv-parse'
import { unguarded } from '#/kernel/text/csv.ts'

/** One record of a CSV file. */
export type CsvRecord = {
  /** Line on which it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Why the record cannot be read; its cells are then empty. */
  readonly fault: string | null
}

/** UTF-8, and what older programs write: Windows-1250 in Warsaw, 1251 in Sofia, 1252 in Paris, 1253 in Athens and so on. */
export const encodings = [
  'utf-8',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1256',
  'windows-1257',
  'windows-1258',
] as const

export type CsvFormat = { readonly delimiter: string; readonly encoding: (typeof encodings)[number] }

const longestRecordBytes = 32_768

/**
 * The records of a CSV file (RFC 4180, also with other delimiters, a byte order mark and bare line feeds), read as a
 * stream. Empty lines are left out. A record that cannot be read costs one line: reading goes on with the next, so that
 * a stray quote does not swallow the rows after it.
 */
export async function* csvRecords(path: string, format: CsvFormat): AsyncGenerator<CsvRecord> {
  let position: Position = { offset: await byteOrderMarkLength(path), line: 1 }
  for (;;) {
    const reading = new Reading(path, position, format)
    yield* reading.records()
    if (reading.failure === null) return
    yield { line: reading.position.line, cells: [], fault: reasonOf(reading.failure) }
    const next = reading.nextLine()
    if (next === null) return
    position = next
  }
}

async function byteOrderMarkLength(path: string): Promise<number> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0)
    return buffer.subarray(0, bytesRead).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0
  } finally {
    await file.close()
  }
}

type Position = { readonly offset: number; readonly line: number }

/** One run of the parser, from the beginning of a line to the end of the file or to a record that cannot be read. */
class Reading {
  /** Where the record that comes next begins. */
  position: Position
  failure: CsvError | null = null
  readonly #path: string
  readonly #format: CsvFormat
  /** Offsets of the line feeds that were read and lie at or after `position`. */
  #lineFeeds: number[] = []

  constructor(path: string, position: Position, format: CsvFormat) {
    this.#path = path
    this.position = position
    this.#format = format
  }

  async *records(): AsyncGenerator<CsvRecord> {
    const start = this.position.offset
    const decoder = new TextDecoder(this.#format.encoding, { fatal: true })
    // Collected along the way: the parser discards its own output when it meets an error.
    const parsed: { record: Buffer[]; end: number }[] = []
    const parser = parse({
      delimiter: this.#format.delimiter,
      record_delimiter: ['\r\n', '\n'],
      // Bytes, so that a character outside the encoding is a fault of one record, not of the file.
      encoding: null,
      relax_column_count: true,
      max_record_size: longestRecordBytes,
      on_record(record: unknown, { bytes }) {
        parsed.push({ record: record as Buffer[], end: start + bytes })
        return null
      },
    })
    parser.on('error', (error) => (this.failure = error as CsvError))
    let read = start
    for await (const chunk of createReadStream(this.#path, { start }) as AsyncIterable<Buffer>) {
      this.#noteLineFeeds(chunk, read)
      read += chunk.length
      await new Promise((resolve) => parser.write(chunk, resolve))
      yield* this.#take(parsed, decoder)
      if (this.failure) return
    }
    await new Promise((resolve) => parser.end(resolve))
    yield* this.#take(parsed, decoder)
  }

  *#take(parsed: { record: Buffer[]; end: number }[], decoder: TextDecoder): Generator<CsvRecord> {
    for (const { record, end } of parsed.splice(0)) {
      const { line } = this.position
      this.#advance(end)
      if (record.some((cell) => cell.length > 0)) yield decode(record, line, decoder)
    }
  }

  /** The line after the one `position` is on; null when the file ends before. */
  nextLine(): Position | null {
    const [offset] = this.#lineFeeds
    return offset === undefined ? null : { offset: offset + 1, line: this.position.line + 1 }
  }

  #noteLineFeeds(chunk: Buffer, offset: number): void {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#lineFeeds.push(offset + at)
  }

  #advance(offset: number): void {
    const passed = this.#lineFeeds.findIndex((lineFeed) => lineFeed >= offset)
    const count = passed === -1 ? this.#lineFeeds.length : passed
    this.#lineFeeds.splice(0, count)
    this.position = { offset, line: this.position.line + count }
  }
}

function decode(record: readonly Buffer[], line: number, decoder: TextDecoder): CsvRecord {
  try {
    return { line, cells: record.map((cell) => unguarded(decoder.decode(cell))), fault: null }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return {
      line,
      cells: [],
      fault: 'has characters that are not UTF-8; if all rows do, set "encoding" in the mapping',
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is opened and not closed',
  CSV_MAX_RECORD_SIZE: 'has a quote that is opened and not closed, or is longer than 32 kB',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside a cell that is not quoted',
}

function reasonOf(error: CsvError): string {
  return reasons[error.code] ?? 'cannot be read as CSV'
}
