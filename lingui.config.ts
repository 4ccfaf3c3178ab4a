import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { locales } from './web/ui/language/locales.ts'

/** Where texts of the web apps are found and written. What is missing falls to Dutch for Papiamento, else to English. */
export default defineConfig({
  sourceLocale: 'en',
  locales: [...locales],
  fallbackLocales: { 'pap-CW': 'nl', 'pap-AW': ['pap-CW', 'nl'], 'pap-BQ': ['pap-CW', 'nl'], default: 'en' },
  catalogs: ['ui', 'portal', 'recipient', 'demo'].map((part) => ({
    path: `<rootDir>/web/${part}/locales/{locale}`,
    include: [`<rootDir>/web/${part}`],
  })),
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
