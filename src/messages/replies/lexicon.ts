import { locales, type Locale } from '#/locales/locales.ts'
import { replyWordsOf, type ReplyWord } from './fold-reply.ts'
import { everywhere, replyWords, type ReplyWords } from './reply-words.ts'

/** What a word or phrase says: `noise` may go with a stop or start ("stop sms"), `polite` with anything. */
export type Meaning = 'yes' | 'stop' | 'stop_all' | 'start' | 'help' | 'polite' | 'noise' | 'other'

/** Meanings of phrases, as written with their accents and without. */
export type Layer = { readonly exact: ReadonlyMap<string, Meaning>; readonly folded: ReadonlyMap<string, Meaning> }

/** Layers in order: the first that has a phrase decides. */
export type Lexicon = readonly Layer[]

/**
 * What phrases mean in the writer's language, then everywhere, then in all other languages where no two differ. For
 * null, a writer whose language is unknown, the first of these is left out.
 */
export function lexiconFor(locale: Locale | null): Lexicon {
  foreign ??= layerOf(locales.flatMap((one) => entriesOf(replyWords[one])))
  international ??= layerOf([...entriesOf(everywhere), ...messageWords])
  if (locale === null) return [international, foreign]
  let own = layers.get(locale)
  if (own === undefined) {
    own = layerOf(entriesOf(replyWords[locale]))
    layers.set(locale, own)
  }
  return [own, international, foreign]
}

let foreign: Layer | undefined
let international: Layer | undefined
const layers = new Map<Locale, Layer>()

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
  const of = (list: string, meaning: Meaning) => list.split(',').map((phrase) => entry(phrase, meaning))
  return [
    ...of(words.yes, 'yes'),
    ...of(words.stop, 'stop'),
    ...of(words.start, 'start'),
    ...of(words.help, 'help'),
    ...of(words.polite, 'polite'),
    ...(words.other === undefined ? [] : of(words.other, 'other')),
  ]
}

function entry(phrase: string, meaning: Meaning): Entry {
  return { words: replyWordsOf(phrase), meaning }
}

// oxfmt-ignore
const messageWords = [
  ...['stop all', 'stop alles', 'stop alle', 'stopall', 'stopalles', 'stop alla', 'stop alt', 'stop tout', 'stop todo', 'stop tudo', 'stop tutto'].map(
    (phrase) => entry(phrase, 'stop_all'),
  ),
  ...['sms', 'smsjes', 'berichten', 'herinneringen', 'texts', 'messages', 'reminders', 'nachrichten', 'mensajes', 'messaggi', 'mensagens', 'смс'].map(
    (phrase) => entry(phrase, 'noise'),
  ),
]
