/** A text from outside as PostgreSQL can keep it: NUL and lone surrogates become U+FFFD, which shows that something stood there. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
