/** Deeper nesting than this is refused: nothing in the contract nests deeper than ten. */
const maxDepth = 64

/**
 * Parses JSON as strictly as RFC 8259 recommends and `JSON.parse` does not: well-formed Unicode, no duplicate keys, no
 * numbers outside the range of a double, bounded depth, no key that reaches an object's prototype.
 *
 * @throws SyntaxError
 */
export function parseStrictJson(text: string): unknown {
  if (!text.isWellFormed()) throw new SyntaxError('Lone surrogate')
  checkDepth(text)
  const value: unknown = JSON.parse(text)
  if (countKeys(value) !== countKeysInText(text)) throw new SyntaxError('Duplicate key')
  return value
}

function checkDepth(text: string): void {
  let depth = 0
  forEachToken(text, (character) => {
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    if (depth > maxDepth) throw new SyntaxError('Nested too deep')
  })
}

/** A duplicate key collapses in the parsed value, so the two counts differ exactly when there is one. */
function countKeysInText(text: string): number {
  let keys = 0
  forEachToken(text, (character) => {
    if (character === ':') keys += 1
  })
  return keys
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
  for (const [key, item] of Object.entries(value)) {
    if (key.includes('\0') || !key.isWellFormed()) throw new SyntaxError('Key with NUL or a lone surrogate')
    keys += 1 + countKeys(item)
  }
  // `__proto__` from JSON.parse is an own property: it is counted, and refused as unknown field by every schema.
  return keys
}

/** Calls back with each structural character outside strings. */
function forEachToken(text: string, visit: (character: string) => void): void {
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string
    if (isInString) {
      if (character === '\\') index += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '}' || character === '[' || character === ']' || character === ':')
      visit(character)
  }
}
