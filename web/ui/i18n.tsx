import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { closestLocale, directionOf, isLocale, type Locale } from './locales.ts'

type Load<T> = () => Promise<T>
export type Catalogues = Readonly<Record<string, Load<{ readonly messages: Messages }>>>

const shared: Catalogues = import.meta.glob<{ messages: Messages }>('./locales/*.po')
/**
 * Loads the texts of a language and says it to the document. Once per page: another language is a fresh page, because the
 * component library keeps the strings it began with (`startComponents`).
 *
 * @param own the app's catalogues: `import.meta.glob('./locales/*.po')`
 */
export async function startLocale(locale: Locale, own: Catalogues): Promise<void> {
  const file = `./locales/${locale}.po`
  const [common, texts] = await Promise.all([shared[file]?.(), own[file]?.()])
  i18n.loadAndActivate({ locale, messages: { ...common?.messages, ...texts?.messages } })
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

/** The language chosen earlier on this device, else the first the browser asks for that we speak, else English. */
export function wishedLocale(): Locale {
  const kept = localStorage.getItem(keptAs)
  if (kept !== null && isLocale(kept)) return kept
  return navigator.languages.map(closestLocale).find((locale) => locale !== null) ?? 'en'
}

/** Keeps the choice on this device and begins anew in that language, at the same place. */
export function changeLocale(locale: Locale): void {
  localStorage.setItem(keptAs, locale)
  location.reload()
}

/** The language of this page. */
export function currentLocale(): Locale {
  return i18n.locale as Locale
}

export function LocaleProvider({ children }: { readonly children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>
}

const keptAs = 'tijdig.locale'
