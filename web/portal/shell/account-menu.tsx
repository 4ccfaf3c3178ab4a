import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleUserRound, KeyRound, Languages, LogOut } from 'lucide-react'
import { useState } from 'react'
import { staffSession } from '#web/api/staff-sign-in.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames } from '#web/ui/language/locales.ts'
import { later } from '#web/ui/later.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { useSignOut } from '#web/portal/shell/session/use-sign-out.ts'

const LanguageDialog = later(async () => (await import('./account-dialogs.tsx')).LanguageDialog)
const OrganizationsDialog = later(async () => (await import('./organizations-dialog.tsx')).OrganizationsDialog)
const SignOutFailed = later(async () => (await import('./account-dialogs.tsx')).SignOutFailed)

/** Other organizations, language, passkeys and sign-out. */
export function AccountMenu({ isCompact = false }: { readonly isCompact?: boolean }) {
  const { t } = useLingui()
  const [isChoosing, setIsChoosing] = useState(false)
  const [isSwitching, setIsSwitching] = useState(false)
  const worksElsewhere = useQueryClient().getQueryData(staffSession.queryKey)?.worksElsewhere ?? false
  const navigate = useNavigate()
  const leave = useSignOut()
  return (
    <>
      <Menu
        label={t`Your account`}
        name={isCompact ? t`Your account` : undefined}
        className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm text-muted hover:bg-sunken hover:text-ink"
        choices={[
          ...(worksElsewhere
            ? [
                {
                  id: 'organizations',
                  name: t`Switch organization`,
                  icon: <CircleUserRound aria-hidden size={16} />,
                  onAction: () => setIsSwitching(true),
                },
              ]
            : []),
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
      {isSwitching && <OrganizationsDialog onClose={() => setIsSwitching(false)} />}
      {isChoosing && <LanguageDialog onClose={() => setIsChoosing(false)} />}
      {leave.isError && <SignOutFailed error={leave.error} onClose={leave.reset} />}
    </>
  )
}
