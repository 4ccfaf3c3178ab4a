/** The limit of a description at Google. Whom an event is for is said at its beginning. */
const mostCharacters = 8_192

/** The words of a text that may be HTML, as calendars on the web write descriptions; of a long one, its first lines. */
export function plainText(text: string): string {
  if (text.length <= mostCharacters) return wordsOf(text)
  const words = wordsOf(text.slice(0, mostCharacters))
  // The last line may be cut within a number.
  return words.slice(0, Math.max(0, words.lastIndexOf('\n'))).trim()
}

/** Each expression stops where the next match can begin, so that none backtracks over the same text. */
function wordsOf(text: string): string {
  if (!/<[a-z!/][^<>]*>|&(#\d+|#x[\da-f]+|[a-z]+);/i.test(text)) return text.trim()
  return withoutTags(text)
    .replaceAll(/&(#\d+|#x[\da-f]+|[a-z]+);/gi, (entity, name: string) => characterOf(name.toLowerCase()) ?? entity)
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function withoutTags(text: string): string {
  let words = ''
  let at = 0
  /** The element we are in whose content is not shown to readers. */
  let hidden: string | null = null
  for (const tag of text.matchAll(/<(\/?)([a-z][a-z\d]*|[!/])[^<>]*>/gi)) {
    const [{ length }, slash, name = ''] = tag
    const element = name.toLowerCase()
    if (hidden === null) words += text.slice(at, tag.index)
    at = tag.index + length
    if (hidden === null && slash === '' && (element === 'script' || element === 'style')) hidden = element
    else if (hidden === element && slash === '/') hidden = null
    else if (hidden === null && isLineEnd.test(`${slash}${element}`)) words += '\n'
  }
  return hidden === null ? words + text.slice(at) : words
}

const isLineEnd = /^(br|\/(p|div|li|tr|h\d))$/

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name]
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
