import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { staffSession, type StaffSession } from '#web/api/staff-sign-in.ts'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { SignInForm } from '#web/portal/sign-in/sign-in-form.tsx'
import { sessionEnded } from './session-ended.ts'

/** Signs in again over the page, which keeps everything that was typed. */
export function SessionEndedDialog() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const router = useRouter()
  const isEnded = useSyncExternalStore(sessionEnded.listen, sessionEnded.get)
  const before = queryClient.getQueryData<StaffSession>(staffSession.queryKey)
  const goOn = (session: StaffSession) => {
    // Somebody else must not see what was on the screen.
    if (session.actorId !== before?.actorId || session.platformHolderId !== before.platformHolderId)
      return location.replace('/today')
    sessionEnded.clear()
    queryClient.setQueryData(staffSession.queryKey, session)
    void queryClient.invalidateQueries()
    // A page whose loader was refused comes back too.
    void router.invalidate()
  }
  return (
    <AlertDialog isOpen={isEnded} onClose={() => undefined} title={t`You are signed out`}>
      <p className="mb-5">
        <Trans>Sign in again and go on where you were: nothing on this page is lost.</Trans>
      </p>
      <div className="text-ink">
        <SignInForm onSignedIn={goOn} />
      </div>
    </AlertDialog>
  )
}
