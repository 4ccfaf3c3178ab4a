import { useLingui } from '@lingui/react/macro'
import { call } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { changeLocale, currentLocale } from '#web/ui/language/i18n.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import type { Locale } from '#web/ui/language/locales.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'

export function LanguageDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog isOpen onClose={onClose} title={t`Language`}>
      <LanguageChoice />
    </Dialog>
  )
}

export function SignOutFailed({ error, onClose }: { readonly error: unknown; readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog isOpen onClose={onClose} title={t`Sign out`}>
      <ErrorNote error={error} />
    </Dialog>
  )
}

/** The language of the portal for whoever is signed in, on every device. */
function LanguageChoice() {
  const { t } = useLingui()
  const holder = useHolder()
  const choose = useMutation({
    mutationFn: (locale: Locale) =>
      call('updateHolderInterfaceLocale', { params: { platformHolderId: holder }, body: { locale } }),
    onSuccess: ({ locale }) => changeLocale(locale),
  })
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t`Language of the portal`}
        hint={t`Only for you. The language of messages is set for the organization and for each person.`}
        choices={languageChoices}
        value={choose.variables ?? currentLocale()}
        onChange={(locale) => choose.mutate(locale)}
        isDisabled={choose.isPending}
      />
      <ErrorNote error={choose.error} />
    </div>
  )
}
