/** GSM 03.38, basic table: one septet each (3GPP TS 23.038, section 6.2.1). */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑܧ¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Extension table: an escape and a character, two septets. */
const extended = new Set('^{}\\[~]|€\f')

/** How a phone network would carry the text: the alphabet, and how many messages are charged. */
export function smsEncoding(text: string): { readonly encoding: 'GSM-7' | 'UCS-2'; readonly segments: number } {
  const characters = [...text]
  if (!characters.every((character) => basic.has(character) || extended.has(character))) {
    return {
      encoding: 'UCS-2',
      segments: segmentsOf(
        characters.map((character) => character.length),
        70,
        67,
      ),
    }
  }
  return {
    encoding: 'GSM-7',
    segments: segmentsOf(
      characters.map((character) => (extended.has(character) ? 2 : 1)),
      160,
      153,
    ),
  }
}

/** A character of several units is never split over two segments. */
function segmentsOf(units: readonly number[], single: number, concatenated: number): number {
  if (units.reduce((sum, unit) => sum + unit, 0) <= single) return 1
  let segments = 1
  let used = 0
  for (const unit of units) {
    if (used + unit > concatenated) {
      segments += 1
      used = 0
    }
    used += unit
  }
  return segments
}
