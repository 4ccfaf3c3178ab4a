/** Deeper nesting than this is refused: nothing in the contract nests deeper than ten. */
const maxDepth = 64

/** Names and values one text may have. The largest body an operation takes has some 1,300. */
export const maxParts = 2_000

/** Well-formed JSON of more names and values than anything here takes. */
export class TooManyParts extends Error {
  override readonly name = 'TooManyParts'
  override readonly message = `More than ${maxParts} names and values`
}

/**
 * Parses JSON as strictly as RFC 8259 recommends and `JSON.parse` does not: well-formed Unicode, no duplicate keys, no
 * numbers outside the range of a double, bounded depth, no key that reaches an object's prototype. What it costs is bounded
 * too: a text of very many parts takes a hundred times as long to parse as one long string.
 *
 * @throws SyntaxError
 * @throws TooManyParts before it is parsed
 */
export function parseStrictJson(text: string): unknown {
  if (!text.isWellFormed()) throw new SyntaxError('Lone surrogate')
  const keysInText = scan(text)
  const value: unknown = JSON.parse(text)
  if (countKeys(value) !== keysInText) throw new SyntaxError('Duplicate key')
  return value
}

/**
 * Looks at the structural characters outside strings: bounds depth and number.
 *
 * @returns the number of keys. A duplicate one collapses in the parsed value, so the two counts differ exactly when there is one
 */
function scan(text: string): number {
  let depth = 0
  let keys = 0
  let parts = 1
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index)
        break
      case openBrace:
      case openBracket:
        depth += 1
        if (depth > maxDepth) throw new SyntaxError('Nested too deep')
        break
      case closeBrace:
      case closeBracket:
        depth -= 1
        break
      case colon:
        keys += 1
        parts += 1
        break
      case comma:
        parts += 1
    }
    if (parts > maxParts) throw new TooManyParts()
  }
  return keys
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where the string ends that begins at `start`; the end of the text when it does not. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (character === quote) return index
    if (character === backslash) index += 1
  }
  return text.length
}

function countKeys(value: unknown): number {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new SyntaxError('Number out of range')
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw new SyntaxError('Text with NUL or a lone surrogate')
    return 0
  }
  if (value === null || typeof value !== 'object') return 0
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countKeys(item), 0)
  let keys = 0
  const fields = value as Readonly<Record<string, unknown>>
  for (const key of Object.keys(fields)) {
    if (key.includes('\0') || !key.isWellFormed()) throw new SyntaxError('Key with NUL or a lone surrogate')
    keys += 1 + countKeys(fields[key])
  }
  // `__proto__` from JSON.parse is an own property: it is counted, and refused as unknown field by every schema.
  return keys
}
