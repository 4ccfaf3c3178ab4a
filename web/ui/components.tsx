import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { currentLocale } from './i18n.tsx'
import { intlTag } from './locales.ts'

/** Tells the components inside in which language they are. */
export function ComponentLocale({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={intlTag(currentLocale())}>{children}</I18nProvider>
}
