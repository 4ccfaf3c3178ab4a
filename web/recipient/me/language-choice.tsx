import { Trans, useLingui } from '@lingui/react/macro'
import { call, type DataOf } from '#web/api/client.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { changeLocale, currentLocale } from '#web/ui/language/i18n.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import type { Locale } from '#web/ui/language/locales.ts'
import { useMutation } from '#web/ui/use-mutation.ts'

/** The language of the app, which is that of the messages as well once it was chosen here; until then a button makes it so. */
export function LanguageChoice({ profile }: { readonly profile: DataOf<'getRecipientProfile'> }) {
  const { t } = useLingui()
  const spoken = currentLocale()
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
        value={spoken}
        isDisabled={change.isPending}
        onChange={change.mutate}
      />
      {profile.locale !== spoken && (
        <BigButton isPending={change.isPending} onPress={() => change.mutate(spoken)}>
          <Trans>Send my messages in this language too</Trans>
        </BigButton>
      )}
      <ErrorNote error={change.error} />
    </div>
  )
}
