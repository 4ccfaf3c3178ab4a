/**
 * True when an address line ends in this house number. A number without an addition matches every addition, as in the
 * trade register: `12` matches `Kade 12` and `Kade 12 A`; `12a` only the latter.
 */
export function hasHouseNumber(addressLine: string, houseNumber: string): boolean {
  const wanted = split(houseNumber)
  if (wanted === null) return false
  // The street itself may contain numbers (Plein 1940 12), so every word that begins with a digit is tried.
  return addressLine.split(',').some((line) =>
    [...line.matchAll(/(?<![\p{L}\p{N}])\d/gu)].some(({ index }) => {
      const found = split(line.slice(index))
      return found !== null && found.number === wanted.number && ['', found.addition].includes(wanted.addition)
    }),
  )
}

/** `12-a` and `12 A` are the same. Null when it is not a house number, such as one with more words after it. */
function split(text: string): { readonly number: string; readonly addition: string } | null {
  const parts = /^0*(\d{1,5})(?:[\s.]*([A-Z][A-Z0-9]{0,5})|\s*[-/]\s*([A-Z0-9]{1,6}))?$/.exec(text.trim().toUpperCase())
  return parts ? { number: parts[1] ?? '', addition: parts[2] ?? parts[3] ?? '' } : null
}
