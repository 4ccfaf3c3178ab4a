import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Locale } from '#web/ui/locales.ts'

type Catalogues = Record<string, () => Promise<{ readonly messages: Messages }>>

const ofPortal: Catalogues = import.meta.glob<{ messages: Messages }>('../../locales/*.po')
const ofComponents: Catalogues = import.meta.glob<{ messages: Messages }>('../../../ui/locales/*.po')

/** The texts of another language than that of the page, for what is shown as its reader sees it. */
export function textsIn(locale: Locale) {
  return queryOptions<I18n>({
    queryKey: ['texts', locale],
    queryFn: async () => {
      const [own, shared] = await Promise.all([
        ofPortal[`../../locales/${locale}.po`]?.(),
        ofComponents[`../../../ui/locales/${locale}.po`]?.(),
      ])
      return setupI18n({ locale, messages: { [locale]: { ...shared?.messages, ...own?.messages } } })
    },
    staleTime: Infinity,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
}
