/**
 * The words of a text that may be HTML, as calendars on the web write descriptions. Whoever invites somebody writes one, so
 * it takes no longer than its length says: a tag that is not closed ends where the next begins.
 */
export function plainText(text: string): string {
  if (!/<[a-z!/][^<>]*>|&(#\d+|#x[\da-f]+|[a-z]+);/i.test(text)) return text.trim()
  return withoutScripts(text)
    .replaceAll(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[a-z!/][^<>]*>/gi, '')
    .replaceAll(/&(#\d+|#x[\da-f]+|[a-z]+);/gi, (entity, name: string) => characterOf(name.toLowerCase()) ?? entity)
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** A script or style sheet goes up to its end; one without an end takes the rest with it, as in browsers. */
function withoutScripts(text: string): string {
  let kept = ''
  let keptTo = 0
  let open: string | null = null
  for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(/<(\/?)(script|style)\b[^<>]*>/gi)) {
    if (open === null && slash === '') {
      kept += text.slice(keptTo, index)
      open = name.toLowerCase()
    } else if (slash === '/' && name.toLowerCase() === open) {
      keptTo = index + tag.length
      open = null
    }
  }
  return open === null ? kept + text.slice(keptTo) : kept
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name]
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
