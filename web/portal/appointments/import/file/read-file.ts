import { readCalendar, type EventRow } from './read-calendar.ts'
import { csvTable, type CsvRow } from '#/import-files/csv-table.ts'
import { textOf } from '#/import-files/text-of.ts'

/** A file that was chosen, read in the browser. */
export type Source = {
  readonly name: string
  /** SHA-256 of its content, in hexadecimal. */
  readonly hash: string
} & (
  | { readonly kind: 'csv'; readonly header: readonly string[]; readonly rows: readonly CsvRow[] }
  | { readonly kind: 'calendar'; readonly rows: readonly EventRow[] }
)

/** Why a file cannot be used at all. */
export type FileFault = 'too_large' | 'too_many' | 'empty' | 'not_a_table'

const bytesMax = 20_000_000
const rowsMax = 20_000

/** @param country of the organization, whose programs wrote the file; ISO 3166-1 alpha-2 */
export type Reading = { readonly timeZone: string; readonly country: string; readonly now: Date }

/** Reads a CSV or calendar file. */
export async function readFile(file: File, reading: Reading): Promise<Source | FileFault> {
  if (file.size > bytesMax) return 'too_large'
  const bytes = await file.arrayBuffer()
  const text = textOf(new Uint8Array(bytes), reading)
  const { name } = file
  const hash = await sha256(bytes)
  const events = await readCalendar(text, reading)
  if (events) return sized({ kind: 'calendar', name, hash, rows: events })
  const table = csvTable(text)
  const header = table.header?.cells ?? []
  if (header.length < 2) return text.trim() === '' ? 'empty' : 'not_a_table'
  return sized({ kind: 'csv', name, hash, header, rows: [...table.rows()] })
}

function sized(source: Source): Source | FileFault {
  if (source.rows.length === 0) return 'empty'
  return source.rows.length > rowsMax ? 'too_many' : source
}

/**
 * The `clientRequestId` of a row: the same at each import of the file, so that importing it twice makes nothing twice.
 */
export async function requestIdOf(fileHash: string, rowKey: string): Promise<string> {
  const hex = await sha256(new TextEncoder().encode(`${fileHash} ${rowKey}`))
  // UUID version 8, for ids of one's own making (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
