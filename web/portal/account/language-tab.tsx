import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { intlTag } from '#web/ui/time/dates.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { changeLocale, currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames, locales, type Locale } from '#web/ui/language/locales.ts'
import { Page } from '#web/ui/page.tsx'
import { PressButton } from '#web/ui/button/press-button.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'

/** The portal's language for whoever is signed in, on every device. Listed by own name, found by English name too. */
export function LanguageTab() {
  const { t } = useLingui()
  const holder = useHolder()
  const [sought, setSought] = useState('')
  const choose = useMutation({
    mutationFn: (locale: Locale) =>
      call('updateHolderInterfaceLocale', { params: { platformHolderId: holder }, body: { locale } }),
    onSuccess: ({ locale }) => changeLocale(locale),
  })
  const found = locales.filter((locale) => isFound(locale, sought))
  return (
    <Page
      title={t`Language of the portal`}
      lead={<Trans>Only for you. The language of messages is set for the organization and for each person.</Trans>}
    >
      <div className="mb-4 max-w-sm">
        <TextField label={t`Find a language`} type="search" autoComplete="off" value={sought} onChange={setSought} />
      </div>
      <ErrorNote error={choose.error} />
      <ul aria-label={t`Languages`} className="grid gap-1 sm:grid-cols-2 lg:grid-cols-3">
        {found.map((locale) => (
          <li key={locale}>
            <PressButton
              lang={locale}
              aria-current={locale === currentLocale() ? 'true' : undefined}
              isDisabled={choose.isPending}
              onPress={() => locale !== currentLocale() && choose.mutate(locale)}
              className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-2 text-start hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:font-medium"
            >
              <span className="min-w-0 flex-1">
                <bdi>{languageNames[locale]}</bdi>
              </span>
              {locale === currentLocale() && <Check aria-hidden size={16} className="text-accent" />}
            </PressButton>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p role="status" className="text-muted">
          <Trans>No language has that name.</Trans>
        </p>
      )}
    </Page>
  )
}

/** By its own name, its name in the language of the page, or its English one. */
function isFound(locale: Locale, sought: string): boolean {
  const wanted = plain(sought.trim())
  const foreign = [intlTag(currentLocale()), 'en'].map((tag) =>
    new Intl.DisplayNames([tag], { type: 'language' }).of(locale),
  )
  return [languageNames[locale], ...foreign, locale].some((name) => plain(name ?? '').includes(wanted))
}

/** Without capitals and accents, as people type. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
