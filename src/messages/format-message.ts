import { IntlMessageFormat } from 'intl-messageformat'
import type { MessageArguments, MessageKey } from './catalogue.ts'
import { catalogues, type AvailableLocale } from './catalogues.ts'
import { isolateValues } from './inserted-text.ts'
import { intlTag } from './locales.ts'

/** Renders one catalogue text. Patterns are compiled once per locale and key, because this runs for every message sent. */
export function formatMessage<Key extends MessageKey>(
  locale: AvailableLocale,
  key: Key,
  values: MessageArguments[Key],
): string {
  const formatter = formatterFor(locale, key)
  return typeof formatter === 'string' ? formatter : String(formatter.format(isolateValues(locale, values)))
}

const formatters = new Map<AvailableLocale, Map<MessageKey, IntlMessageFormat | string>>()

/** @returns the text itself where there is nothing to fill in */
function formatterFor(locale: AvailableLocale, key: MessageKey): IntlMessageFormat | string {
  let ofLocale = formatters.get(locale)
  if (ofLocale === undefined) {
    ofLocale = new Map()
    formatters.set(locale, ofLocale)
  }
  let formatter = ofLocale.get(key)
  if (formatter === undefined) {
    // Tags stay text: the catalogues hold no mark-up, the e-mail layout does.
    const pattern = catalogues[locale].messages[key]
    const compiled = new IntlMessageFormat(pattern, intlTag(locale), undefined, { ignoreTag: true })
    formatter = pattern.includes('{') ? compiled : String(compiled.format())
    ofLocale.set(key, formatter)
  }
  return formatter
}
