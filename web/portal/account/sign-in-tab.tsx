import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/page.tsx'
import { useProfile } from '../holder.ts'
import { useSignOut } from '../shell/use-sign-out.ts'

/** How one gets in, and out. */
export function SignInTab() {
  const { t } = useLingui()
  const { displayName } = useProfile()
  const leave = useSignOut()
  return (
    <Section title={t`This browser`}>
      <p className="mb-4 max-w-prose text-muted">
        <Trans>
          You are signed in for {displayName}. There is no password: we send a code to your e-mail address each time.
        </Trans>
      </p>
      <Button icon={<LogOut aria-hidden size={16} />} isPending={leave.isPending} onPress={() => leave.mutate()}>
        <Trans>Sign out</Trans>
      </Button>
    </Section>
  )
}
