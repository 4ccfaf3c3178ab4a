import type { Catalogue } from './catalogue.ts'
import { catalogueEn } from './catalogue-en.ts'
import { catalogueNl } from './catalogue-nl.ts'
import type { Locale } from './locales.ts'

/** The catalogues there are. A new locale is one file plus one row here; a missing text does not compile. */
export const catalogues = {
  nl: catalogueNl,
  en: catalogueEn,
} as const satisfies Partial<Record<Locale, Catalogue>>

/** A locale that texts can be written in today. */
export type AvailableLocale = keyof typeof catalogues
