/** A text with its digits as the server reads them: telephones in Arabic, Persian and others type those of their script. */
export function latinDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    // The ten of a script stand in a row.
    let value = 0
    while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value += 1
    return String(value)
  })
}
