import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Locale } from '#web/ui/locales.ts'

const catalogues = import.meta.glob<{ messages: Messages }>('../../locales/*.po')

/** The texts of another language than that of the page, for what is shown as its reader sees it. */
export function textsIn(locale: Locale) {
  return queryOptions<I18n>({
    queryKey: ['texts', locale],
    queryFn: async () => {
      const catalogue = await catalogues[`../../locales/${locale}.po`]?.()
      return setupI18n({ locale, messages: { [locale]: catalogue?.messages ?? {} } })
    },
    staleTime: Infinity,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
}
