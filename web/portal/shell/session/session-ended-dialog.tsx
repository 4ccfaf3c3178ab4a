import { Trans, useLingui } from '@lingui/react/macro'
import type { StaffSession } from '#web/api/staff-sign-in.ts'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { SignInForm } from '#web/portal/sign-in/sign-in-form.tsx'

/** Signs in again over the page, which keeps everything that was typed, and which nobody sees meanwhile. */
export function SessionEndedDialog({ onSignedIn }: { readonly onSignedIn: (session: StaffSession) => void }) {
  const { t } = useLingui()
  return (
    <AlertDialog isOpen onClose={() => undefined} title={t`You are signed out`} hidesPage>
      <p className="mb-5">
        <Trans>Sign in again and go on where you were: nothing on this page is lost.</Trans>
      </p>
      <div className="text-ink">
        <SignInForm onSignedIn={onSignedIn} />
      </div>
    </AlertDialog>
  )
}
