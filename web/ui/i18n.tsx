import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { I18nProvider as AriaLocale } from 'react-aria-components'
import { closestLocale, directionOf, intlTag, isLocale, type Locale } from './locales.ts'

type Load<T> = () => Promise<T>
export type Catalogues = Readonly<Record<string, Load<{ readonly messages: Messages }>>>

const shared: Catalogues = import.meta.glob<{ messages: Messages }>('./locales/*.po')
const componentStrings = import.meta.glob<{ default: object }>(
  '../../node_modules/react-aria-components/i18n/??-??.mjs',
)

/**
 * Loads the texts of a language and says it to the document. Once per page: another language is a fresh page, because the
 * component library keeps the strings it began with.
 *
 * @param own the app's catalogues: `import.meta.glob('./locales/*.po')`
 */
export async function startLocale(locale: Locale, own: Catalogues): Promise<void> {
  const file = `./locales/${locale}.po`
  const [common, texts, strings] = await Promise.all([shared[file]?.(), own[file]?.(), stringsOf(locale)])
  i18n.loadAndActivate({ locale, messages: { ...common?.messages, ...texts?.messages } })
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  if (strings === undefined) return
  Object.assign(globalThis, {
    [Symbol.for('react-aria.i18n.locale')]: intlTag(locale),
    [Symbol.for('react-aria.i18n.strings')]: strings,
  })
}

/** The component library's own words, where it has them; else it speaks English. */
async function stringsOf(locale: Locale): Promise<object | undefined> {
  const regions: Partial<Record<Locale, string>> = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', pt: 'pt-PT' }
  const beginning = `/${regions[locale] ?? `${locale.startsWith('pap-') ? 'nl' : locale}-`}`
  const load = Object.entries(componentStrings).find(([file]) => file.includes(`/i18n${beginning}`))?.[1]
  return (await load?.())?.default
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
  return (
    <I18nProvider i18n={i18n}>
      <AriaLocale locale={intlTag(currentLocale())}>{children}</AriaLocale>
    </I18nProvider>
  )
}

const keptAs = 'tijdig.locale'
