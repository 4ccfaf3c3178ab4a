import type { Locale } from '#/locales/locales.ts'
import { replyWordsOf, type ReplyWord } from './fold-reply.ts'
import { everywhere, everywhereAll, replyWords, type ReplyWords } from './reply-words.ts'

/** What a word or phrase says. */
export type Meaning = Exclude<keyof ReplyWords, 'not' | 'cancels'> | 'stop_all' | 'number'

/** Meanings of phrases, as written with their accents and without. */
export type Layer = { readonly exact: ReadonlyMap<string, Meaning>; readonly folded: ReadonlyMap<string, Meaning> }

/** Layers in order: the first that has a phrase decides. */
export type Lexicon = readonly Layer[]

/**
 * What phrases mean in a language, and what is understood everywhere. Words of other languages mean nothing: "nai" is
 * a yes in Greek and a no in Hindi.
 *
 * @param locale null for a language that is unknown: what is understood everywhere alone
 */
export function lexiconFor(locale: Locale | null): Lexicon {
  let lexicon = lexicons.get(locale)
  if (lexicon === undefined) {
    lexicon = [...(locale === null ? [] : [layerOf(entriesOf(replyWords[locale]))]), international]
    lexicons.set(locale, lexicon)
  }
  return lexicon
}

const lexicons = new Map<Locale | null, Lexicon>()

function layerOf(entries: readonly Entry[]): Layer {
  const exact = byForm(entries, 'exact')
  return { exact: sureMeanings(exact), folded: sureMeanings([...exact, ...byForm(entries, 'folded')]) }
}

type Entry = { readonly words: readonly ReplyWord[]; readonly meaning: Meaning }
type Phrase = readonly [phrase: string, meaning: Meaning]

function byForm(entries: readonly Entry[], form: keyof ReplyWord): Phrase[] {
  return entries.map(({ words, meaning }) => [words.map((word) => word[form]).join(' '), meaning])
}

/** A phrase with two meanings is `other`. */
function sureMeanings(phrases: readonly Phrase[]): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  for (const [phrase, meaning] of phrases) {
    meanings.set(phrase, (meanings.get(phrase) ?? meaning) === meaning ? meaning : 'other')
  }
  return meanings
}

function entriesOf(words: ReplyWords): Entry[] {
  const { yes, no, stop, start = '', help, polite, sorry, appointment, messages, other = '' } = words
  const lists = { yes, no, stop, start, help, polite, sorry, appointment, messages, other }
  const entries = Object.entries(lists).flatMap(([meaning, list]) => listed(list, meaning as keyof typeof lists))
  return [...entries, ...negatedCancellations(words)]
}

/** "No quiero cancelar" keeps the appointment and "No, quiero cancelar" does not: staff see which. */
function negatedCancellations({ no, not = '', cancels = '', polite, sorry }: ReplyWords): Entry[] {
  const [nots, stems] = [phrasesOf(not), phrasesOf(cancels)]
  const courtesies = phrasesOf(`${polite}, ${sorry}`)
  return phrasesOf(no)
    .filter((phrase) => stems.some((stem) => phrase.includes(stem)))
    .filter((phrase) => !courtesies.some((courtesy) => phrase.startsWith(courtesy)))
    .flatMap((phrase) => nots.flatMap((one) => listed(`${one} ${phrase}`, 'other')))
}

function listed(list: string, meaning: Meaning): Entry[] {
  return phrasesOf(list)
    .map((phrase) => ({ words: replyWordsOf(phrase), meaning }))
    .filter(({ words }) => words.length > 0)
}

function phrasesOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
}

const international = layerOf([...entriesOf(everywhere), ...listed(everywhereAll, 'stop_all')])
