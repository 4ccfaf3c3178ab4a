import { types } from 'pg'

/** The type `text[]`, which the driver's list of types lacks. */
export const textArray: number = 1009
const parseAny: (text: string) => (string | null)[] = types.getTypeParser(textArray, 'text')

/** Reads `{a,b}` at a tenth of the driver's cost, which goes by character: each request reads the scopes of its key. */
export function parseTextArray(text: string): (string | null)[] {
  return isPlain.test(text) && !hasNull.test(text) ? text.slice(1, -1).split(',') : parseAny(text)
}

/** Not empty, one dimension, and no element that had to be quoted. */
const isPlain = /^\{[^{}"\\]+\}$/
const hasNull = /[{,]null[,}]/i
