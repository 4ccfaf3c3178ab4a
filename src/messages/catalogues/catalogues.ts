import { createHash } from 'node:crypto'
import { fallbacksOf, locales, type Locale } from '#/locales/locales.ts'
import { messageKeys, reminderKeys, sourceTexts, type MessageKey } from '#/messages/source/source-texts.ts'
import { readTranslationFile, translationPath, type TranslationFile } from './po-file.ts'

/** All texts of one locale. */
export type Catalogue = {
  /** Derived from the texts, such as `nl-5f0c2a91`; stored with every message sent. */
  readonly templateVersion: string
  /** ICU MessageFormat patterns. */
  readonly texts: Readonly<Record<MessageKey, string>>
}

/** Whether a locale has all texts of reminders, none of them made from an outdated English one. */
export function hasCatalogue(locale: Locale): boolean {
  return findCatalogue(locale) !== null
}

/** The locales that have all texts of reminders. */
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
  return catalogueFrom(locale, readTranslationFile(translationPath(locale)))
}

/**
 * The catalogue that a file of translations makes; null when a text of reminders is missing or outdated. Another text that
 * is missing comes from the locales that stand in for this one.
 */
export function catalogueFrom(locale: Locale, translated: TranslationFile): Catalogue | null {
  const own = (key: MessageKey) => {
    const { text = '', isStale = true } = translated.get(key) ?? {}
    return isStale || text === '' ? null : text
  }
  if (reminderKeys.some((key) => own(key) === null)) return null
  return toCatalogue(locale, (key) => own(key) ?? textInstead(locale, key))
}

function textInstead(locale: Locale, key: MessageKey): string {
  const near = fallbacksOf(locale).find(hasCatalogue)
  return near === undefined ? sourceTexts[key].text : catalogueOf(near).texts[key]
}

function toCatalogue(locale: Locale, textOf: (key: MessageKey) => string): Catalogue {
  const texts = Object.fromEntries(messageKeys.map((key) => [key, textOf(key)])) as Record<MessageKey, string>
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  return { templateVersion: `${locale}-${digest.slice(0, 8)}`, texts }
}
