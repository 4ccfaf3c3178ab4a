import { IntlMessageFormat, type Formatters } from 'intl-messageformat'
import { intlTag, type Locale } from '#/locales/locales.ts'
import { isolateSchemes, isolateValues } from '#/messages/inserted-text.ts'
import type { MessageArguments, MessageKey } from '#/messages/source/source-texts.ts'
import { catalogueOf } from './catalogues.ts'
import { readPattern } from './pattern.ts'

/**
 * Renders one catalogue text. Patterns are compiled once per locale and key, and their plurals chosen once per number, as
 * this runs for every message sent.
 */
export function formatMessage<Key extends MessageKey>(locale: Locale, key: Key, values: MessageArguments[Key]): string {
  return textFor(locale, key)(isolateValues(locale, values))
}

type Values = Readonly<Record<string, string | number>>
type Text = (values: Values) => string
type LocaleTexts = { readonly texts: Map<MessageKey, Text>; readonly formatters: Formatters }

const byLocale = new Map<Locale, LocaleTexts>()

function textFor(locale: Locale, key: MessageKey): Text {
  let ofLocale = byLocale.get(locale)
  if (ofLocale === undefined) {
    ofLocale = { texts: new Map(), formatters: createFormatters(intlTag(locale)) }
    byLocale.set(locale, ofLocale)
  }
  const { texts, formatters } = ofLocale
  let text = texts.get(key)
  if (text === undefined) {
    text = compile(locale, isolateSchemes(locale, catalogueOf(locale).texts[key]), formatters)
    texts.set(key, text)
  }
  return text
}

function compile(locale: Locale, pattern: string, formatters: Formatters): Text {
  const { names, plurals } = readPattern(pattern)
  const number = plurals[0]?.argument
  if (plurals.some((plural) => plural.argument !== number)) throw new Error(`Two numbers in one text: ${pattern}`)
  const marked = Object.fromEntries(names.map((name) => [name, mark + name + mark]))
  // Tags stay text: there is no mark-up in the catalogues.
  const format = new IntlMessageFormat(pattern, intlTag(locale), undefined, { ignoreTag: true, formatters })
  /** By the number that plurals choose by: pieces of text and, at odd places, names of arguments. */
  const known = new Map<Values[string] | undefined, readonly string[]>()
  return (values) => {
    const chosenBy = number === undefined ? undefined : values[number]
    let pieces = known.get(chosenBy)
    if (pieces === undefined) {
      pieces = String(format.format(number === undefined ? marked : { ...marked, [number]: chosenBy })).split(mark)
      if (known.size >= rememberedMax) known.clear()
      known.set(chosenBy, pieces)
    }
    return pieces.reduce((text, piece, index) => text + (index % 2 === 1 ? values[piece] : piece), '')
  }
}

/** Surrounds the names of arguments; no text has it. */
const mark = '\0'

/** Messages are of one appointment, or of a few. */
const rememberedMax = 100

/**
 * The number and plural rules of one locale. The library caches its own under a string of all their options, which it
 * builds anew at every use.
 */
function createFormatters(tag: string): Formatters {
  const numbers = new Intl.NumberFormat(tag)
  const plurals = { cardinal: new Intl.PluralRules(tag), ordinal: new Intl.PluralRules(tag, { type: 'ordinal' }) }
  return {
    getNumberFormat: (_, options) => (options === undefined ? numbers : new Intl.NumberFormat(tag, options)),
    getPluralRules: (_, options) => plurals[options?.type ?? 'cardinal'],
    getDateTimeFormat: (_, options) => new Intl.DateTimeFormat(tag, options),
  }
}
