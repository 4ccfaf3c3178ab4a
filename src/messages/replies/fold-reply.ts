/** A word of a reply without case and script variants: `exact` with its accents, `folded` without. */
export type ReplyWord = { readonly exact: string; readonly folded: string }

/**
 * The words of a text without case and punctuation: full-width letters become plain, letters that keyboards write in
 * several ways become one, an emoji and a plus are words of their own (a skin tone counts as punctuation), and what is
 * written in Chinese characters, kana or Hangul is one word, because people there space as they like.
 */
export function replyWordsOf(text: string): readonly ReplyWord[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(marks, '')
    .replaceAll(variants, (letter) => plainLetters[letter] ?? letter)
    // An apostrophe belongs to its word: "d’accord".
    .replaceAll(/['’ʼ‘`´]/gu, '')
    .replaceAll(/\p{Extended_Pictographic}|\+/gu, ' $& ')
    .replaceAll(separators, ' ')
    .replaceAll(spacesInUnspaced, '')
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
    .replaceAll(/[ıłđħøæß]/g, (letter) => strokedLetters[letter] ?? letter)
}

const strokedLetters: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', đ: 'd', ħ: 'h', ø: 'o', æ: 'ae', ß: 'ss' }

/** Arabic vowel signs, hamza and tatweel, the dots of borrowed Indic letters, and what is not seen at all. */
const marks = /[\u064b-\u0655\u0670\u0640\u0621\u093c\u0a3c]|\p{Variation_Selector}|\p{Cf}/gu
const separators = /[[\p{P}\p{S}\p{Cc}\s]--[\p{Extended_Pictographic}+]]+/gv
const unspacedScripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー'
const spacesInUnspaced = new RegExp(`(?<=[${unspacedScripts}]) (?=[${unspacedScripts}])`, 'gu')

/** A word in a script that has, or need have, no spaces between words. */
export const unspacedWord = new RegExp(
  `^[${unspacedScripts}\\p{Script=Latin}]*[${unspacedScripts}][${unspacedScripts}\\p{Script=Latin}]*$`,
  'u',
)

const variants = /[ىیةہھۀکںۃأإآٱؤئँ]/gu
const plainLetters: Readonly<Record<string, string>> = {
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ة: 'ه',
  ۃ: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ک: 'ك',
  ں: 'ن',
  // Chandrabindu and anusvara: हाँ, हां.
  'ँ': 'ं',
}
