import { IntlMessageFormat, type Formatters } from 'intl-messageformat'
import { intlTag, type Locale } from '#/locales/locales.ts'
import { isolateSchemes, isolateValues } from '#/messages/inserted-text.ts'
import type { MessageArguments, MessageKey } from '#/messages/source/source-texts.ts'
import { catalogueOf } from './catalogues.ts'
import { plainParts } from './pattern.ts'

/** Renders one catalogue text. Patterns are compiled once per locale and key, as this runs for every message sent. */
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
  const parts = plainParts(pattern)
  if (parts !== null)
    return (values) => parts.reduce((text, part) => text + (part.name ? values[part.name] : part.text), '')
  // Tags stay text: there is no mark-up in the catalogues.
  const format = new IntlMessageFormat(pattern, intlTag(locale), undefined, { ignoreTag: true, formatters })
  return (values) => String(format.format(values))
}

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
