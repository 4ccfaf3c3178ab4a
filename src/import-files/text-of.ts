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

/**
 * The text of a file. Spreadsheets write UTF-8, UTF-16 with a byte order mark, or the code page of Windows in their country;
 * what is none of these has U+FFFD in it.
 *
 * @param known its encoding, or the country whose programs wrote it, ISO 3166-1 alpha-2
 */
export function textOf(
  bytes: Uint8Array,
  known: { readonly encoding?: string | undefined; readonly country?: string },
): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (known.encoding !== undefined) return new TextDecoder(known.encoding).decode(bytes)
  return utf8Of(bytes) ?? utf8Of(bytes.filter(isUnfolded)) ?? new TextDecoder(codePageOf(known.country)).decode(bytes)
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

function codePageOf(country: string | undefined): string {
  if (country === undefined) return 'utf-8'
  const [codePage = 'windows-1252'] =
    Object.entries(codePages).find(([, countries]) => countries.includes(country)) ?? []
  return codePage
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
