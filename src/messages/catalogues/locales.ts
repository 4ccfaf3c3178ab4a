import { oneOf } from '#/kernel/schema.ts'
import { fallbacksOf, localeOf, locales, type Locale as LocaleOfContract } from '#/locales/locales.ts'
import { hasCatalogue } from './catalogues.ts'

export type Locale = LocaleOfContract

/** A locale of the contract, as a field. */
export const Locale = oneOf(locales, { title: 'Locale', description: 'Language, as this API spells it.' })

/** The text in the first of these languages that it has; a null wish is skipped. */
export function textIn(texts: Readonly<Record<string, string>>, wishes: readonly (string | null)[]): string | null {
  const locale = wishes.map((wish) => wish && localeOf(wish)).find((wish) => wish && Object.hasOwn(texts, wish))
  return locale ? (texts[locale] ?? null) : null
}

export type ChosenLocale = {
  readonly locale: Locale
  /** True when a preferred language was passed over because it has no texts. */
  readonly isFallback: boolean
}

/**
 * The first preference that has texts, else Dutch. Give the recipient's preference first and the holder's default
 * second; null means none, so a holder's default for a recipient without a preference is no fallback. A Papiamento
 * without texts becomes that of Curaçao before the next preference is tried.
 */
export function chooseLocale(preferences: readonly (string | null)[]): ChosenLocale {
  let isFallback = false
  for (const preference of preferences) {
    if (preference === null) continue
    const locale = localeOf(preference)
    if (locale !== null && hasCatalogue(locale)) return { locale, isFallback }
    isFallback = true
    const near = locale && fallbacksOf(locale).find((other) => other !== 'nl' && hasCatalogue(other))
    if (near) return { locale: near, isFallback }
  }
  return { locale: 'nl', isFallback }
}
