import { setupI18n, type I18n } from '@lingui/core'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { startDateWords } from '#web/ui/language/date-words.ts'
import { textsOf } from '#web/ui/language/texts.ts'
import { intlTag, type Locale } from '#web/ui/language/locales.ts'

/** Texts in another language than the page's, to show something as its reader sees it. */
export function textsIn(locale: Locale) {
  return queryOptions<I18n>({
    queryKey: ['texts', locale],
    queryFn: async () => {
      const parts = ['portal', 'portal/setup/layouts/layout-page', 'ui/appointment/appointment-row']
      const [texts] = await Promise.all([
        Promise.all(parts.map((part) => textsOf(part, locale))),
        startDateWords(locale),
      ])
      return setupI18n({ locale, locales: intlTag(locale), messages: { [locale]: Object.assign({}, ...texts) } })
    },
    staleTime: Infinity,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
}
