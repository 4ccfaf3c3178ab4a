import { createHash } from 'node:crypto'
import { locales, type Locale } from '#/locales/locales.ts'
import { messageKeys, sourceTexts, type MessageKey } from '#/messages/source/source-texts.ts'
import { readTranslationFile, translationPath } from './po-file.ts'

/** All texts of one locale. */
export type Catalogue = {
  /** Derived from the texts, such as `nl-5f0c2a91`; stored with every message sent. */
  readonly templateVersion: string
  /** ICU MessageFormat patterns. */
  readonly texts: Readonly<Record<MessageKey, string>>
}

/** Whether a locale has all texts, none of them made from an outdated English one. */
export function hasCatalogue(locale: Locale): boolean {
  return findCatalogue(locale) !== null
}

/** The locales that have all texts. */
export function availableLocales(): readonly Locale[] {
  return locales.filter(hasCatalogue)
}

/** The texts of a locale that has them; `chooseLocale` gives no other. */
export function catalogueOf(locale: Locale): Catalogue {
  const catalogue = findCatalogue(locale)
  if (catalogue === null) throw new Error(`There are no texts in ${locale}.`)
  return catalogue
}

const known = new Map<Locale, Catalogue | null>()

/** Reads and parses the file of a locale once, on first use. */
function findCatalogue(locale: Locale): Catalogue | null {
  let catalogue = known.get(locale)
  if (catalogue === undefined) {
    catalogue = readCatalogue(locale)
    known.set(locale, catalogue)
  }
  return catalogue
}

function readCatalogue(locale: Locale): Catalogue | null {
  if (locale === 'en') return toCatalogue(locale, (key) => sourceTexts[key].text)
  const translated = readTranslationFile(translationPath(locale))
  const isComplete = messageKeys.every((key) => {
    const translation = translated.get(key)
    return translation !== undefined && translation.text !== '' && !translation.isStale
  })
  return isComplete ? toCatalogue(locale, (key) => translated.get(key)?.text ?? '') : null
}

function toCatalogue(locale: Locale, textOf: (key: MessageKey) => string): Catalogue {
  const texts = Object.fromEntries(messageKeys.map((key) => [key, textOf(key)])) as Record<MessageKey, string>
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  return { templateVersion: `${locale}-${digest.slice(0, 8)}`, texts }
}
