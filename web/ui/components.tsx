import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { currentLocale } from './i18n.tsx'
import { intlTag, type Locale } from './locales.ts'

const componentStrings = import.meta.glob<{ default: object }>(
  '../../node_modules/react-aria-components/i18n/??-??.mjs',
)

/** Loads the component library's own words, where it has them; else it speaks English. Before the first of its components appears. */
export async function startComponents(locale: Locale): Promise<void> {
  const regions: Partial<Record<Locale, string>> = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', pt: 'pt-PT' }
  const beginning = `/${regions[locale] ?? `${locale.startsWith('pap-') ? 'nl' : locale}-`}`
  const load = Object.entries(componentStrings).find(([file]) => file.includes(`/i18n${beginning}`))?.[1]
  const strings = (await load?.())?.default
  if (strings === undefined) return
  Object.assign(globalThis, {
    [Symbol.for('react-aria.i18n.locale')]: intlTag(locale),
    [Symbol.for('react-aria.i18n.strings')]: strings,
  })
}

/** Tells the components inside in which language they are. */
export function ComponentLocale({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={intlTag(currentLocale())}>{children}</I18nProvider>
}
