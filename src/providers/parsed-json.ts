import { storableText } from '#/kernel/text/storable-text.ts'

/**
 * Parses JSON from outside, with texts that PostgreSQL can store. Null for anything that is not JSON: no vendor sends
 * `null` as a whole body.
 */
export function parsedJson(text: string): unknown {
  try {
    // A reviver is slow, and what it replaces can only come escaped.
    return notStorable.test(text) ? JSON.parse(text, storable) : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** NUL, or a surrogate that may lack its other half. */
const notStorable = /\\u(?:0000|d[89a-f])/i

function storable(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}
