import { randomInt } from 'node:crypto'

/** The digits of base 62: letters and digits only, so that a double click selects all and no program breaks a link at one. */
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random digits from a secure source, 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = ''
  for (let index = 0; index < length; index += 1) text += base62[randomInt(62)]
  return text
}
