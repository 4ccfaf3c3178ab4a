import { intlTag, type Locale } from '#/locales/locales.ts'

/** Whether a text has a word of a shorter one, inflected or not. Lenient: what it denies is another word for certain. */
export function hasWordOf(locale: Locale, text: string, label: string): boolean {
  const own = wordsOf(locale, text)
  const all = wordsOf(locale, label)
  // Words stand without spaces, and a dictionary parts the same one otherwise in another sentence.
  if (/\p{Script=Han}/u.test(label)) return commonRun(own.join(''), all.join('')) >= 2
  // Shorter ones are articles and prepositions, unless there are no others.
  const long = all.filter((word) => word.length > (isDense(word) ? 1 : 2))
  return (long.length > 0 ? long : all).some((word) => own.some((one) => isKin(locale, one, word)))
}

/** Lower case, without accents and vowel signs, which change with the form of a word. */
function wordsOf(locale: Locale, text: string): string[] {
  const plain = text
    .replaceAll(/\{\w+, plural,|(?:\b(?:zero|one|two|few|many|other)|=\d+) \{/g, ' ')
    .replaceAll(/\{\w+\}|<\/?\d+>/g, ' ')
  return [...new Intl.Segmenter(intlTag(locale), { granularity: 'word' }).segment(plain)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => bareLetters(segment.toLocaleLowerCase(locale)))
    .filter((word) => word !== '')
}

const bareLetters = (word: string) => word.normalize('NFD').replaceAll(/[^\p{L}]/gu, '')

function isKin(locale: Locale, one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  const needed = Math.max(Math.min(shorter, isDense(one) ? 2 : 3), Math.ceil(shorter * 0.4))
  return (changesWithin.has(locale) ? commonLetters(one, other) : commonRun(one, other)) >= needed
}

/** Scripts in which a word has few letters: those of Japan and Korea, and those of India without their vowel signs. */
const isDense = (word: string) =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Tamil}]/u.test(
    word,
  )

/** Languages in which a word changes between the letters of its root. */
const changesWithin: ReadonlySet<Locale> = new Set(['ar', 'fa', 'mt'])

/** Length of the longest run of letters that two words share. */
function commonRun(one: string, other: string): number {
  let longest = 0
  for (let from = 0; from < one.length; from++)
    while (from + longest < one.length && other.includes(one.slice(from, from + longest + 1))) longest++
  return longest
}

/** How many letters two words share in the same order, whatever stands between them. */
function commonLetters(one: string, other: string): number {
  let row = Array.from(other, () => 0)
  for (const letter of one) {
    const before = row
    row = []
    for (const [at, own] of [...other].entries())
      row.push(own === letter ? (before[at - 1] ?? 0) + 1 : Math.max(before[at] ?? 0, row[at - 1] ?? 0))
  }
  return row.at(-1) ?? 0
}
