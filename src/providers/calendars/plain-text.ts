/** The words of a text that may be HTML, as calendars on the web write descriptions. */
export function plainText(text: string): string {
  if (!/<[a-z!/][^>]*>|&(#\d+|#x[\da-f]+|[a-z]+);/i.test(text)) return text.trim()
  return text
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<[a-z!/][^>]*>/gi, '')
    .replaceAll(/&(#\d+|#x[\da-f]+|[a-z]+);/gi, (entity, name: string) => characterOf(name.toLowerCase()) ?? entity)
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name]
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
