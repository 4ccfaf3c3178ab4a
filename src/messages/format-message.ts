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
  return String(formatterFor(locale, key).format(isolateValues(locale, values)))
}

const formatters = new Map<AvailableLocale, Map<MessageKey, IntlMessageFormat>>()

function formatterFor(locale: AvailableLocale, key: MessageKey): IntlMessageFormat {
  let ofLocale = formatters.get(locale)
  if (ofLocale === undefined) {
    ofLocale = new Map()
    formatters.set(locale, ofLocale)
  }
  let formatter = ofLocale.get(key)
  if (formatter === undefined) {
    // Tags stay text: the catalogues hold no mark-up, the e-mail layout does.
    formatter = new IntlMessageFormat(catalogues[locale].messages[key], intlTag(locale), undefined, { ignoreTag: true })
    ofLocale.set(key, formatter)
  }
  return formatter
}
