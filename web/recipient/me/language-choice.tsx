import { useLingui } from '@lingui/react/macro'
import { call, type DataOf } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { changeLocale, currentLocale } from '#web/ui/language/i18n.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import type { Locale } from '#web/ui/language/locales.ts'
import { useMutation } from '#web/ui/use-mutation.ts'

/** The language of the app and of the messages; not chosen while those differ, so that this one can be chosen for both. */
export function LanguageChoice({ profile }: { readonly profile: DataOf<'getRecipientProfile'> }) {
  const { t } = useLingui()
  const change = useMutation({
    mutationFn: (locale: Locale) =>
      call('updateRecipientProfile', { body: { expectedVersion: profile.version, locale } }),
    onSuccess: (_, locale) => changeLocale(locale),
  })
  return (
    <div className="flex flex-col gap-2.5">
      <Select
        label={t`Language of this app and of your messages`}
        choices={languageChoices}
        value={profile.locale === currentLocale() ? profile.locale : null}
        isDisabled={change.isPending}
        onChange={change.mutate}
      />
      <ErrorNote error={change.error} />
    </div>
  )
}
