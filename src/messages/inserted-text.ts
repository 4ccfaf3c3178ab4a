import { textDirection, type Locale } from '#/locales/locales.ts'
import { webAddress } from '#/locales/web-address.ts'

/**
 * Makes outside text fit for one line of a message or header: line breaks, tabs and control characters become one
 * space; invisible and direction-changing characters, which can forge what a reader sees, are dropped; what begins an
 * encoded word (RFC 2047), which mail programs decode to any sign and link, is broken.
 */
export function flattenText(value: string): string {
  if (plainText.test(value)) return value
  const visible = value.toWellFormed().replaceAll(invisible, '').normalize('NFC')
  return visible.replaceAll('=?', '= ?').replaceAll(blanks, ' ').trim()
}

/** As `flattenText`; null when nothing readable is left. */
export function flattenOptional(value: string | null): string | null {
  if (value === null) return null
  const flat = flattenText(value)
  return flat === '' ? null : flat
}

/**
 * As `flattenText` for a name or place that somebody typed, so that no mail program, phone or browser finds a link in
 * it: what would join a host, a scheme or an address gets a space after it. "Praktijk.nl" becomes "Praktijk. nl";
 * initials, house numbers and times stay as they are.
 */
export function plainName(value: string): string {
  const flat = flattenText(value)
  if (!joining.test(flat)) return flat
  return flat
    .replaceAll(schemeColon, ': ')
    .replaceAll(slashes, ' ')
    .replaceAll(at, ' @ ')
    .replaceAll(dotBeforeLabel, (sign, label: string) => (isHostLabel(label) ? `${sign} ` : sign))
    .replaceAll(internetAddress, (address) => address.replaceAll(/\D/gu, '$& '))
    .replaceAll(blanks, ' ')
    .trim()
}

/** Not the "B." of initials and not the digits of "1.12". */
function isHostLabel(label: string): boolean {
  return /\p{L}/u.test(label) && [...label].length > 1
}

/** As `plainName`; null when nothing readable is left. */
export function plainNameOrNull(value: string | null): string | null {
  if (value === null) return null
  const name = plainName(value)
  return name === '' ? null : name
}

/** Whether a name or place contains a web address. */
export function holdsWebAddress(value: string): boolean {
  return webAddress.test(flattenText(value).normalize('NFKC'))
}

/** Shortens to `limit` UTF-16 code units, dots included: at a word end if one is near, never inside a grapheme. */
export function truncateText(value: string, limit: number): string {
  if (value.length <= limit) return value
  // Cut where the grapheme begins that holds the first code unit beyond the limit.
  const cut = graphemes.segment(value).containing(limit - dots.length)?.index ?? 0
  let kept = value.slice(0, cut)
  const wordEnd = kept.lastIndexOf(' ')
  if (wordEnd > limit / 2 && value[kept.length] !== ' ') kept = kept.slice(0, wordEnd)
  return kept.replace(trailingPunctuation, '') + dots
}

/**
 * Isolates a value from the text around it where one would reorder the other (UAX #9): in left-to-right text what has
 * letters of the other direction, which also draw the number after them to their side; in right-to-left text letters of
 * the other direction, and numbers in groups, such as telephone numbers. Not elsewhere: marks take room in a text message.
 */
export function isolateFor(locale: Locale, value: string): string {
  if (textDirection(locale) === 'ltr') {
    // Whatever has its own marks already has them around each of its parts.
    return rightToLeft.test(value) && rightToLeft.test(value.replaceAll(isolated, '')) ? `\u2068${value}\u2069` : value
  }
  let isMovable = movability.get(value)
  if (isMovable === undefined) {
    isMovable = movable.test(value.replaceAll(isolated, ''))
    if (movability.size >= 5_000) movability.clear()
    movability.set(value, isMovable)
  }
  return isMovable ? `\u2068${value}\u2069` : value
}

/** A cache: the same dates, times and names of holders recur in message after message. */
const movability = new Map<string, boolean>()

/** Isolates `https://` in our own texts, whose slashes would otherwise move before it in right-to-left text. */
export function isolateSchemes(locale: Locale, text: string): string {
  return textDirection(locale) === 'rtl' ? text.replaceAll('https://', '\u2068https://\u2069') : text
}

/** As `isolateFor` for the arguments of a message, except `link`: phones would take the mark into the address. */
export function isolateValues(
  locale: Locale,
  values: Readonly<Record<string, string | number>>,
): Record<string, string | number> {
  const isolatedValues: Record<string, string | number> = {}
  for (const name in values) {
    const value = values[name] ?? ''
    isolatedValues[name] = typeof value === 'string' && name !== 'link' ? isolateFor(locale, value) : value
  }
  return isolatedValues
}

// Three full stops: the ellipsis character is not in GSM-7.
const dots = '...'
// Printable ASCII and precomposed Latin letters with single spaces: nearly every name, with nothing to do.
const plainText = /^(?!.*=\?)[!-~\u00c0-\u024f]+(?: [!-~\u00c0-\u024f]+)*$/
const invisible = /[\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/gu
const blanks = /[\s\p{Cc}]+/gu

// With the variants of other scripts: browsers treat them as the same (UTS #46), and in an SMS they become plain.
const dot = '[.\u2024\u3002\ufe52\uff0e\uff61]'
const joining = /[.:@/\\\u2024\u2044\u2215\u3002\ufe13\ufe52\ufe55\ufe68\ufe6b\uff0e\uff0f\uff1a\uff20\uff3c\uff61]/u
const schemeColon = /(?<=\p{L}\p{L})[:\ufe13\ufe55\uff1a](?=\S)/gu
const slashes = /[/\\\u2044\u2215\ufe68\uff0f\uff3c]{2,}/gu
const at = /(?<=\S)[@\ufe6b\uff20](?=\S)/gu
const dotBeforeLabel = new RegExp(`(?<=\\S)${dot}(?=([\\p{L}\\p{N}\\p{M}\\p{Cf}]+))`, 'gu')
const internetAddress = new RegExp(`\\d{1,3}(?:${dot}\\d{1,3}){3}`, 'gu')
const movable = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}|\+|\p{Nd}[^\p{L}\p{Nd}:.]+\p{Nd}/u
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const isolated = /\u2068[^\u2068\u2069]*\u2069/g
const trailingPunctuation = /[\s,.;:(/-]+$/
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
