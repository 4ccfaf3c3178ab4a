import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { useQuery } from '@tanstack/react-query'
import { signOutEverywhere } from '#web/api/proof.ts'
import { staffSession } from '#web/api/staff-sign-in.ts'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { useProfile } from '../holder.ts'
import { SessionList } from './sessions/session-list.tsx'
import { useSignOut } from '#web/portal/shell/session/use-sign-out.ts'

/** Says how to sign in, and signs out. */
export function SignInTab() {
  const { t } = useLingui()
  const { displayName } = useProfile()
  const { data: session } = useQuery(staffSession)
  const leave = useSignOut()
  return (
    <Page
      title={t`Sign-in`}
      lead={
        <Trans>
          You are signed in for {displayName}. There is no password: you sign in with a passkey, or with a code that we
          send to your e-mail address.
        </Trans>
      }
    >
      {session && session.email !== null && (
        <p className="mb-5">
          <Trans>
            You are signed in as <bdi className="font-medium">{session.email}</bdi>.
          </Trans>
        </p>
      )}
      <ErrorNote error={leave.error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={<LogOut aria-hidden size={16} />} isPending={leave.isPending} onPress={() => leave.mutate()}>
          <Trans>Sign out</Trans>
        </Button>
        <SignOutEverywhere />
      </div>
      <SessionList />
    </Page>
  )
}

function SignOutEverywhere() {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const leave = useSignOut(signOutEverywhere)
  return (
    <>
      <Button look="quiet" onPress={() => setAsking(true)}>
        <Trans>Sign out everywhere</Trans>
      </Button>
      <AlertDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t`Sign out everywhere`}
        actions={
          <>
            <Button autoFocus onPress={() => setAsking(false)}>
              <Trans context="stop what I am doing">Cancel</Trans>
            </Button>
            <Button look="danger" isPending={leave.isPending} onPress={() => leave.mutate()}>
              <Trans>Sign out everywhere</Trans>
            </Button>
          </>
        }
      >
        <Trans>This signs you out on all devices and for all organizations, including here.</Trans>
        <ErrorNote error={leave.error} />
      </AlertDialog>
    </>
  )
}
