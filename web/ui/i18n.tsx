import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { closestLocale, directionOf, intlTag, isLocale, type Locale } from './locales.ts'

/**
 * Loads the texts an app begins with, and sets the document's language. Once per page: another language takes a reload,
 * because the component library keeps the strings it began with (`startComponents`).
 *
 * @param app the folder of its `main.tsx`
 */
export async function startLocale(locale: Locale, app: string): Promise<void> {
  // All but the texts at once, so that the code of pages may come meanwhile.
  i18n.activate(locale)
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  // The component library reads it as soon as its code is loaded.
  Object.assign(globalThis, { [Symbol.for('react-aria.i18n.locale')]: intlTag(locale) })
  i18n.load(locale, await textsOf(app, locale))
}

/** The texts of a part of the web apps in a language; scripts/web-text-files.ts makes them. */
export async function textsOf(part: string, locale: Locale): Promise<Messages> {
  const address = `/assets/texts-TEXTS_VERSION/${part.replaceAll('/', '-')}.${locale}.js`
  const file = (await import(/* @vite-ignore */ address)) as { readonly default: Messages }
  return file.default
}

const loadedParts = new Set<string>()

/** Loads code together with its texts: the build wraps each `import()` of a component in it. */
export async function withTexts<T>(part: string, loading: Promise<T>): Promise<T> {
  const locale = currentLocale()
  const [loaded, texts] = await Promise.all([loading, loadedParts.has(part) ? null : textsOf(part, locale)])
  if (texts !== null && !loadedParts.has(part)) {
    loadedParts.add(part)
    i18n.load(locale, texts)
  }
  return loaded
}

/** The language chosen earlier on this device, else the first the browser asks for that we speak, else English. */
export function wishedLocale(): Locale {
  const kept = localStorage.getItem(keptAs)
  if (kept !== null && isLocale(kept)) return kept
  return navigator.languages.map(closestLocale).find((locale) => locale !== null) ?? 'en'
}

/** Keeps the choice on this device, and reloads the page in that language. */
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
