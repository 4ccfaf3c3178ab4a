import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { startDateWords } from './date-words.ts'
import { directionOf, intlTag, type Locale } from './locales.ts'
import { keepLocale, textsOf } from './texts.ts'

/**
 * Loads the texts an app begins with, and sets the document's language. Once per page: another language takes a reload,
 * because the component library keeps the strings it began with (`startComponents`).
 *
 * @param app the folder of its `main.tsx`
 */
export async function startLocale(locale: Locale, app: string): Promise<void> {
  // All but the texts at once, so that the code of pages may come meanwhile.
  // Numbers in texts have the digits of the dates beside them.
  i18n.activate(locale, intlTag(locale))
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  // The component library reads it as soon as its code is loaded.
  Object.assign(globalThis, { [Symbol.for('react-aria.i18n.locale')]: intlTag(locale) })
  const [texts] = await Promise.all([textsOf(app, locale), startDateWords(locale)])
  i18n.load(locale, texts)
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

/** Keeps the choice on this device, and reloads the page in that language. */
export function changeLocale(locale: Locale): void {
  keepLocale(locale)
  location.reload()
}

/** The language of this page. */
export function currentLocale(): Locale {
  return i18n.locale as Locale
}

export function LocaleProvider({ children }: { readonly children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>
}
