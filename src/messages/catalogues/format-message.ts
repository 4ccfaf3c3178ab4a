import { IntlMessageFormat, type Formatters } from 'intl-messageformat'
import { intlTag, type Locale } from '#/locales/locales.ts'
import { isolateSchemes, isolateValues } from '#/messages/inserted-text.ts'
import type { MessageArguments, MessageKey } from '#/messages/source/source-texts.ts'
import { catalogueOf } from './catalogues.ts'

/** Renders one catalogue text. Patterns are compiled once per locale and key, because this runs for every message sent. */
export function formatMessage<Key extends MessageKey>(locale: Locale, key: Key, values: MessageArguments[Key]): string {
  const formatter = formatterFor(locale, key)
  return typeof formatter === 'string' ? formatter : String(formatter.format(isolateValues(locale, values)))
}

type LocaleTexts = { readonly texts: Map<MessageKey, IntlMessageFormat | string>; readonly formatters: Formatters }

const byLocale = new Map<Locale, LocaleTexts>()

/** @returns the text itself where there is nothing to fill in */
function formatterFor(locale: Locale, key: MessageKey): IntlMessageFormat | string {
  let ofLocale = byLocale.get(locale)
  if (ofLocale === undefined) {
    ofLocale = { texts: new Map(), formatters: createFormatters(intlTag(locale)) }
    byLocale.set(locale, ofLocale)
  }
  const { texts, formatters } = ofLocale
  let formatter = texts.get(key)
  if (formatter === undefined) {
    // Tags stay text: the catalogues hold no mark-up, the e-mail layout does.
    const pattern = isolateSchemes(locale, catalogueOf(locale).texts[key])
    const compiled = new IntlMessageFormat(pattern, intlTag(locale), undefined, { ignoreTag: true, formatters })
    formatter = pattern.includes('{') ? compiled : String(compiled.format())
    texts.set(key, formatter)
  }
  return formatter
}

/**
 * The number and plural rules of one locale. Those of the library itself are kept under a text of all their options, which has to be
 * written anew for every use.
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
