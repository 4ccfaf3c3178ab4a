import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ApiError, isSessionEnded } from '#web/api/api-error.ts'
import { anySession } from '#web/api/recipient-sign-in.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AppShell } from './app-shell.tsx'
import { NotLinkedScreen, UnavailableScreen } from './failure-screens.tsx'
import { Frame } from './frame.tsx'
import { Screen } from './screen.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

/**
 * Shows the app to whoever is signed in with their own number, and nothing of anybody before. Who is signed out in the middle
 * signs in above the page, which stays as it was: nothing typed is lost.
 */
export function SignedIn() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const session = useQuery(anySession)
  const { data, error } = session
  const recipientId = data?.role === 'recipient' ? (data.recipientId ?? null) : null
  if (recipientId === null && session.isPending)
    return (
      <Frame>
        <PageSkeleton />
      </Frame>
    )
  if (error instanceof ApiError && error.code === 'RECIPIENT_SESSION_NOT_LINKED') return <NotLinkedScreen />
  if (error instanceof ApiError && error.code === 'RECIPIENT_SESSION_CONFIGURATION_INVALID')
    return <UnavailableScreen onRetry={() => void session.refetch()} />
  const mustSignIn = isSessionEnded(error) || (data !== undefined && recipientId === null)
  if (error !== null && !mustSignIn && recipientId === null)
    return (
      <Frame>
        <Screen title={t`Your appointments`}>
          <ErrorState error={error} onRetry={() => void session.refetch()} />
        </Screen>
      </Frame>
    )
  const enter = () => {
    // Somebody else may have signed in: what was read before is not theirs.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== anySession.queryKey[0] })
    void session.refetch()
  }
  return (
    <>
      {mustSignIn && <SignInScreen isAgain={recipientId !== null} onSignedIn={enter} />}
      {recipientId !== null && (
        <div key={recipientId} hidden={mustSignIn}>
          <AppShell>
            <Outlet />
          </AppShell>
        </div>
      )}
    </>
  )
}
