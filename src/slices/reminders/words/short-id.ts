import { base62 } from '#/kernel/text/base62.ts'

/** An id in at most 22 letters and digits, because every character of a link in a text message costs room. */
export function toShortId(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`)
  let text = ''
  // Eight digits at a time, because dividing large integers is slow and this is done for every message.
  for (; rest > 0n; rest /= eightDigits) {
    let part = Number(rest % eightDigits)
    for (let digit = 0; digit < 8; digit += 1) {
      text = base62[part % 62] + text
      part = Math.floor(part / 62)
    }
  }
  return text.replace(/^0+/, '') || '0'
}

const eightDigits = 62n ** 8n

/** The id behind a short one, or null when it is none. */
export function fromShortId(text: string): string | null {
  if (!/^[0-9A-Za-z]{1,22}$/.test(text)) return null
  let value = 0n
  for (const character of text) value = value * 62n + BigInt(base62.indexOf(character))
  const hex = value.toString(16).padStart(32, '0')
  if (hex.length > 32) return null
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
