import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CircleUserRound, KeyRound, Languages, LogOut } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { changeLocale, currentLocale } from '#web/ui/language/i18n.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import { languageNames, type Locale } from '#web/ui/language/locales.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { useSignOut } from '#web/portal/shell/session/use-sign-out.ts'

/** Language, passkeys and sign-out. */
export function AccountMenu({ isCompact = false }: { readonly isCompact?: boolean }) {
  const { t } = useLingui()
  const [isChoosing, setIsChoosing] = useState(false)
  const navigate = useNavigate()
  const leave = useSignOut()
  return (
    <>
      <Menu
        label={t`Your account`}
        name={isCompact ? t`Your account` : undefined}
        className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm text-muted hover:bg-sunken hover:text-ink"
        choices={[
          {
            id: 'language',
            name: t`Language`,
            note: languageNames[currentLocale()],
            icon: <Languages aria-hidden size={16} />,
            onAction: () => setIsChoosing(true),
          },
          {
            id: 'passkeys',
            name: t`Passkeys`,
            icon: <KeyRound aria-hidden size={16} />,
            onAction: () => void navigate({ to: '/account/passkeys' }),
          },
          {
            id: 'leave',
            name: t`Sign out`,
            icon: <LogOut aria-hidden size={16} />,
            onAction: () => leave.mutate(),
          },
        ]}
      >
        <CircleUserRound aria-hidden size={isCompact ? 20 : 16} />
        {!isCompact && t`Your account`}
      </Menu>
      <Dialog isOpen={isChoosing} onClose={() => setIsChoosing(false)} title={t`Language`}>
        <LanguageChoice />
      </Dialog>
      <Dialog isOpen={leave.isError} onClose={leave.reset} title={t`Sign out`}>
        <ErrorNote error={leave.error} />
      </Dialog>
    </>
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
