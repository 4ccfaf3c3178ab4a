import { readCalendar, type EventRow } from './read-calendar.ts'
import { readCsv, type CsvTable } from './read-csv.ts'

/** A file that was chosen, read in the browser. */
export type Source = {
  readonly name: string
  /** SHA-256 of its content, in hexadecimal. */
  readonly hash: string
} & (({ readonly kind: 'csv' } & CsvTable) | { readonly kind: 'calendar'; readonly rows: readonly EventRow[] })

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
  const text = textOf(bytes, reading.country)
  const { name } = file
  const hash = await sha256(bytes)
  const events = await readCalendar(text, reading)
  if (events) return sized({ kind: 'calendar', name, hash, rows: events })
  const table = readCsv(text)
  if (table.header.length < 2) return text.trim() === '' ? 'empty' : 'not_a_table'
  return sized({ kind: 'csv', name, hash, ...table })
}

function sized(source: Source): Source | FileFault {
  if (source.rows.length === 0) return 'empty'
  return source.rows.length > rowsMax ? 'too_many' : source
}

/** Spreadsheets write UTF-8, UTF-16 with a byte order mark, or the code page of Windows in their country. */
function textOf(content: ArrayBuffer, country: string): string {
  const bytes = new Uint8Array(content)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  const [codePage = 'windows-1252'] =
    Object.entries(codePages).find(([, countries]) => countries.includes(country)) ?? []
  return utf8Of(bytes) ?? utf8Of(bytes.filter(isUnfolded)) ?? new TextDecoder(codePage).decode(bytes)
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // It is in another encoding.
    return null
  }
}

/** False for line breaks with a space after them: calendars may fold a line within a character (RFC 5545, 3.1). */
function isUnfolded(byte: number, index: number, bytes: Uint8Array): boolean {
  const isBlank = (at: number) => bytes[at] === 0x20 || bytes[at] === 0x09
  if (byte === 0x0d) return bytes[index + 1] !== 0x0a || !isBlank(index + 2)
  return byte === 0x0a ? !isBlank(index + 1) : bytes[index - 1] !== 0x0a || !isBlank(index)
}

/** Everywhere else it is Windows-1252. */
const codePages: Readonly<Record<string, string>> = {
  'windows-1250': 'AL BA CZ HR HU ME PL RO RS SI SK',
  'windows-1251': 'BG BY KG KZ MK MN RU UA',
  'windows-1253': 'CY GR',
  'windows-1254': 'AZ TR',
  'windows-1255': 'IL',
  'windows-1256': 'AE BH DZ EG IQ IR JO KW LB LY MA OM PK PS QA SA SD SY TN YE',
  'windows-1257': 'EE LT LV',
  'windows-1258': 'VN',
  gb18030: 'CN SG',
  big5: 'HK MO TW',
  shift_jis: 'JP',
  'euc-kr': 'KR',
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
