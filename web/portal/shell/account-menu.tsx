import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CircleUserRound, KeyRound, Languages, LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { call } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { changeLocale, currentLocale } from '#web/ui/i18n.tsx'
import { languageNames, locales, type Locale } from '#web/ui/locales.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { useSignOut } from './use-sign-out.ts'

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
        trigger={
          <AriaButton
            aria-label={isCompact ? t`Your account` : undefined}
            className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm text-muted hover:bg-sunken hover:text-ink"
          >
            <CircleUserRound aria-hidden size={isCompact ? 20 : 16} />
            {!isCompact && <Trans>Your account</Trans>}
          </AriaButton>
        }
      >
        <MenuItem icon={<Languages aria-hidden size={16} />} onAction={() => setIsChoosing(true)}>
          <span className="flex-1">
            <Trans>Language</Trans>
          </span>
          <span className="text-muted">{languageNames[currentLocale()]}</span>
        </MenuItem>
        <MenuItem icon={<KeyRound aria-hidden size={16} />} onAction={() => void navigate({ to: '/account/passkeys' })}>
          <Trans>Passkeys</Trans>
        </MenuItem>
        <MenuItem icon={<LogOut aria-hidden size={16} />} onAction={() => leave.mutate()}>
          <Trans>Sign out</Trans>
        </MenuItem>
      </Menu>
      <Dialog isOpen={isChoosing} onClose={() => setIsChoosing(false)} title={t`Language`}>
        <LanguageChoice />
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
        hint={t`Yours alone. The language of messages is set for the organization and for each person.`}
        choices={locales.map((id) => ({ id, name: languageNames[id] }))}
        value={choose.variables ?? currentLocale()}
        onChange={(locale) => choose.mutate(locale)}
        isDisabled={choose.isPending}
      />
      <ErrorNote error={choose.error} />
    </div>
  )
}
