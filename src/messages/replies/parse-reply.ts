import type { Locale } from '#/locales/locales.ts'
import { replyWordsOf, type ReplyWord } from './fold-reply.ts'
import { lexiconFor, type Lexicon, type Meaning } from './lexicon.ts'

/** What the sender of a text message wants. */
export type Reply = 'confirm' | 'stop' | 'stop_all' | 'start' | 'help' | 'other'

/**
 * Reads an inbound SMS: a bare yes, an opt-out or opt-in word or a call for help, in any of our languages. Case,
 * punctuation, spacing and polite words do not matter; accents only where they tell words apart. Anything that says
 * more, such as "ja maar kan het later", is `other` and goes to staff, as does a word on which languages differ: a
 * wrong confirmation or opt-out costs more than a question.
 *
 * @param locale language of the message being answered; null when unknown
 */
export function parseReply(text: string, locale: Locale | null): Reply {
  if (text.length > maximumLength) return 'other'
  const words = replyWordsOf(text)
  // Twilio takes a bare CANCEL as an opt-out and blocks the number itself; anything else would only hide that.
  if (words.length === 1 && words[0]?.exact === 'cancel') return 'stop'
  const meanings = words.length > maximumWords ? null : meaningsOf(words, lexiconFor(locale))
  const [meaning, ...contrary] = new Set(meanings?.filter((one) => one !== 'polite' && one !== 'noise'))
  if (meanings === null || meaning === undefined || contrary.length > 0) return 'other'
  if (meaning === 'yes') return meanings.includes('noise') ? 'other' : 'confirm'
  return meaning
}

/** Twilio's longest text message. Much longer ones could take minutes to fold, which sorts the accents on a letter. */
const maximumLength = 1_600

/** A longer message is a sentence of its own. */
const maximumWords = 8

/** What each part of a message means, longest phrases first; null when one is unknown. */
function meaningsOf(words: readonly ReplyWord[], lexicon: Lexicon): readonly Meaning[] | null {
  const meanings: Meaning[] = []
  let index = 0
  while (index < words.length) {
    let length = Math.min(longestPhrase, words.length - index)
    let meaning = lookUp(words.slice(index, index + length), lexicon)
    while (meaning === null && length > 1) {
      length -= 1
      meaning = lookUp(words.slice(index, index + length), lexicon)
    }
    const [word] = words.slice(index)
    const found = meaning === null && word ? (numberOf(word) ?? unspaced(word, lexicon)) : meaning && [meaning]
    if (found === null) return null
    meanings.push(...found)
    index += length
  }
  return meanings
}

const longestPhrase = 6

function lookUp(words: readonly ReplyWord[], lexicon: Lexicon): Meaning | null {
  const exact = words.map((word) => word.exact).join(' ')
  const folded = words.map((word) => word.folded).join(' ')
  for (const layer of lexicon) {
    const meaning = layer.exact.get(exact) ?? layer.folded.get(folded)
    if (meaning !== undefined) return meaning
  }
  return null
}

/** "STOP 12345" repeats the short code that some carriers print; the number adds nothing. */
function numberOf({ exact }: ReplyWord): readonly Meaning[] | null {
  return /^\p{Nd}+$/u.test(exact) ? ['noise'] : null
}

/** Chinese, Japanese and often Korean have no spaces between words: "はいお願いします" is two of our phrases. */
function unspaced({ exact }: ReplyWord, lexicon: Lexicon): readonly Meaning[] | null {
  if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u.test(exact)) return null
  const meanings: Meaning[] = []
  let rest = exact
  while (rest !== '') {
    let length = rest.length
    let meaning = lookUp([wordOf(rest)], lexicon)
    while (meaning === null && length > 1) {
      length -= 1
      meaning = lookUp([wordOf(rest.slice(0, length))], lexicon)
    }
    if (meaning === null) return null
    meanings.push(meaning)
    rest = rest.slice(length)
  }
  return meanings
}

/** These scripts have no accents to fold. */
function wordOf(exact: string): ReplyWord {
  return { exact, folded: exact }
}
