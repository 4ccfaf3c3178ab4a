import type { Locale } from '#/locales/locales.ts'
import { replyWordsOf, unspacedWord, type ReplyWord } from './fold-reply.ts'
import { lexiconFor, type Lexicon, type Meaning } from './lexicon.ts'
import { carriersOwn } from './reply-words.ts'

/**
 * What the sender of a text message wants. `declined`: does not come. `stop_unclear`: a word on which carriers stop,
 * but which may be about the appointment, such as CANCEL.
 */
export type Reply = 'confirm' | 'declined' | 'stop' | 'stop_all' | 'stop_unclear' | 'start' | 'help' | 'other'

/**
 * Reads an inbound SMS: a bare yes or no, an opt-out or opt-in word or a call for help, in the language of the message
 * it answers. Case, punctuation, spacing and polite words do not matter; accents only where they tell words apart. A
 * question and anything that says more, such as "ja maar kan het later", is `other` and goes to staff: a wrong
 * confirmation or opt-out costs more than a question.
 *
 * @param locale language of the message being answered; null when unknown
 */
export function parseReply(text: string, locale: Locale | null): Reply {
  if (text.length > maximumLength || isQuestion(text, locale)) return 'other'
  const words = replyWordsOf(text).map((word) => (locale === 'vi' ? asAccented(word) : word))
  if (words.length === 1 && carriersOwn.has(words[0]?.exact ?? '')) return 'stop_unclear'
  const meanings = words.length > maximumWords ? null : meaningsOf(words, lexiconFor(locale))
  const decisive = new Set(meanings?.filter((one): one is Decisive => one in companions))
  const [meaning] = decisive
  if (meanings === null || meaning === undefined || decisive.size > 1) return 'other'
  if (!meanings.every((one) => one === meaning || companions[meaning].includes(one))) return 'other'
  if (meaning === 'yes') return 'confirm'
  return meaning === 'no' ? 'declined' : meaning
}

type Decisive = 'yes' | 'no' | 'stop' | 'stop_all' | 'start' | 'help'

/** What may be said beside a meaning without changing it. "STOP 12345" repeats the short code that carriers print. */
const companions: Readonly<Record<Decisive, readonly Meaning[]>> = {
  yes: ['polite', 'appointment'],
  no: ['polite', 'appointment', 'sorry'],
  stop: ['polite', 'messages', 'number'],
  stop_all: ['polite', 'messages', 'number'],
  start: ['polite', 'messages', 'number'],
  help: ['polite'],
}

/** Twilio's longest text message. Much longer ones could take minutes to fold, which sorts the accents on a letter. */
const maximumLength = 1_600

/** A longer message is a sentence of its own. */
const maximumWords = 16

/** The question marks of all scripts; in Greek the semicolon is one. */
function isQuestion(text: string, locale: Locale | null): boolean {
  return questionMarks.test(text) || (locale === 'el' && text.includes(';'))
}

const questionMarks = /[?¿؟？﹖︖⁇⁈⁉‽⸮\u037e՞፧⳺⳻꘏❓❔]/u

/**
 * In Vietnamese accents make other words: "vâng" is a yes, "vắng" says that somebody is away. Only what is written
 * without any is read without.
 */
function asAccented({ exact }: ReplyWord): ReplyWord {
  return { exact, folded: exact }
}

/** What each part of a message means; null when one is unknown. */
function meaningsOf(words: readonly ReplyWord[], lexicon: Lexicon): readonly Meaning[] | null {
  return partsOf(words.length, longestPhrase, (from, to) => {
    const meaning = lookUp(words.slice(from, to), lexicon)
    const [word, ...others] = words.slice(from, to)
    if (meaning !== null) return [meaning]
    return word && others.length === 0 ? (numberOf(word) ?? unspaced(word, lexicon)) : null
  })
}

/**
 * The meanings of the parts that a text falls into, longest phrases first, shorter ones where those leave something
 * unknown: "oui merci" and "beaucoup" is "oui" and "merci beaucoup". What means something else as a whole stays whole.
 */
function partsOf(
  length: number,
  longest: number,
  meaningOf: (from: number, to: number) => readonly Meaning[] | null,
): readonly Meaning[] | null {
  const deadEnds = new Set<number>()
  function partsFrom(from: number): readonly Meaning[] | null {
    if (from === length) return []
    if (deadEnds.has(from)) return null
    for (let to = Math.min(length, from + longest); to > from; to -= 1) {
      const meanings = meaningOf(from, to)
      const rest = meanings && partsFrom(to)
      if (rest) return [...meanings, ...rest]
      if (meanings?.includes('other')) break
    }
    deadEnds.add(from)
    return null
  }
  return partsFrom(0)
}

const longestPhrase = 8

function lookUp(words: readonly ReplyWord[], lexicon: Lexicon): Meaning | null {
  const exact = spellingsOf(words.map((word) => word.exact).join(' '))
  const folded = spellingsOf(words.map((word) => word.folded).join(' '))
  for (const layer of lexicon) {
    for (const [at, spelling] of exact.entries()) {
      const meaning = layer.exact.get(spelling) ?? layer.folded.get(folded[at] ?? spelling)
      if (meaning !== undefined) return meaning
    }
  }
  return null
}

/** As written, and with "jaaa" shortened to "jaa" and "ja". */
function spellingsOf(phrase: string): readonly string[] {
  if (!drawnOut.test(phrase)) return [phrase]
  return [phrase, phrase.replaceAll(everyDrawnOut, '$1$1'), phrase.replaceAll(everyDrawnOut, '$1')]
}

const drawnOut = /([\p{L}\p{M}ー])\1\1/u
const everyDrawnOut = /([\p{L}\p{M}ー])\1{2,}/gu

function numberOf({ exact }: ReplyWord): readonly Meaning[] | null {
  return /^\p{Nd}+$/u.test(exact) ? ['number'] : null
}

/** "はいお願いします" is two of our phrases. */
function unspaced({ exact }: ReplyWord, lexicon: Lexicon): readonly Meaning[] | null {
  if (exact.length > longestUnspaced || !unspacedWord.test(exact)) return null
  return partsOf(exact.length, exact.length, (from, to) => {
    // These scripts have no accents to fold.
    const part = exact.slice(from, to)
    const meaning = lookUp([{ exact: part, folded: part }], lexicon)
    return meaning && [meaning]
  })
}

const longestUnspaced = 60
