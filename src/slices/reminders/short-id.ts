const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id in at most 22 letters and digits, because every character of a link in a text message costs room. */
export function toShortId(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`)
  let text = ''
  do {
    text = alphabet[Number(rest % 62n)] + text
    rest /= 62n
  } while (rest > 0n)
  return text
}

/** The id behind a short one, or null when it is none. */
export function fromShortId(text: string): string | null {
  if (!/^[0-9A-Za-z]{1,22}$/.test(text)) return null
  let value = 0n
  for (const character of text) value = value * 62n + BigInt(alphabet.indexOf(character))
  const hex = value.toString(16).padStart(32, '0')
  if (hex.length > 32) return null
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
