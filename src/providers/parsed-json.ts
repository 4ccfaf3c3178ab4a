import { storableText } from '#/kernel/text/storable-text.ts'

/**
 * Parses JSON from outside; null, which no vendor sends as a whole body, stands for anything that is not JSON. Its texts can
 * be stored.
 */
export function parsedJson(text: string): unknown {
  try {
    // A reviver is slow, and these two can only come escaped.
    return notStorable.test(text) ? JSON.parse(text, storable) : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** NUL, or half of a pair that may lack its other half. */
const notStorable = /\\u(?:0000|d[89a-f])/i

function storable(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}
