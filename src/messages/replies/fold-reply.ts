/** A word of a reply without case and script variants: `exact` with its accents, `folded` without. */
export type ReplyWord = { readonly exact: string; readonly folded: string }

/**
 * The words of a text without case and punctuation: full-width letters become plain, Arabic letters that keyboards
 * write in several ways become one, and an emoji is a word of its own (its skin tone counts as punctuation).
 */
export function replyWordsOf(text: string): readonly ReplyWord[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(arabicMarks, '')
    .replaceAll(/[ىیةہھۀکںۃ]/gu, (letter) => arabicLetters[letter] ?? letter)
    // An apostrophe belongs to its word: "d’accord".
    .replaceAll(/['’ʼ]/gu, '')
    .replaceAll(/\p{Extended_Pictographic}/gu, ' $& ')
    .replaceAll(separators, ' ')
    .trim()
  if (plain === '') return []
  return plain.split(' ').map((exact) => ({ exact, folded: withoutAccents(exact) }))
}

/** Only Latin, Greek and Cyrillic accents: in Indic scripts the marks are vowels. */
function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
}

const arabicMarks = /[\u064b-\u0655\u0670\u0640]|\p{Variation_Selector}|\p{Cf}/gu
const separators = /[[\p{P}\p{S}\p{Cc}\s]--\p{Extended_Pictographic}]+/gv
const arabicLetters: Readonly<Record<string, string>> = {
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ۃ: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ک: 'ك',
  ں: 'ن',
}
