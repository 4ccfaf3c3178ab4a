import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { ApiError, isSessionEnded } from '#web/api/api-error.ts'
import { anySession } from '#web/api/recipient-sign-in.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Column } from './column.tsx'
import { Screen } from './screen.tsx'

// Loaded on demand: whoever is signed in needs none of them.
const NotLinkedScreen = lazy(async () => ({ default: (await import('./failure-screens.tsx')).NotLinkedScreen }))
const UnavailableScreen = lazy(async () => ({ default: (await import('./failure-screens.tsx')).UnavailableScreen }))
const SignInScreen = lazy(async () => ({ default: (await import('./sign-in-screen.tsx')).SignInScreen }))

/**
 * Shows its children once somebody is signed in with their own number. A session that ends midway is renewed above the page,
 * which stays as it was: nothing typed is lost.
 */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const session = useQuery(anySession)
  const { data, error } = session
  const recipientId = data?.role === 'recipient' ? data.recipientId : null
  if (recipientId === null && session.isPending) return waiting
  if (error instanceof ApiError && error.code === 'RECIPIENT_SESSION_NOT_LINKED')
    return (
      <Suspense fallback={waiting}>
        <NotLinkedScreen />
      </Suspense>
    )
  if (error instanceof ApiError && error.code === 'RECIPIENT_SESSION_CONFIGURATION_INVALID')
    return (
      <Suspense fallback={waiting}>
        <UnavailableScreen onRetry={() => void session.refetch()} />
      </Suspense>
    )
  const mustSignIn = isSessionEnded(error) || (data !== undefined && recipientId === null)
  if (error !== null && !mustSignIn && recipientId === null)
    return (
      <Column>
        <Screen title={t`Your appointments`}>
          <ErrorState error={error} onRetry={() => void session.refetch()} />
        </Screen>
      </Column>
    )
  const enter = () => {
    // Somebody else may have signed in: what was read before is not theirs.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== anySession.queryKey[0] })
    void session.refetch()
  }
  return (
    <>
      {mustSignIn && (
        <Suspense fallback={waiting}>
          <SignInScreen isAgain={recipientId !== null} onSignedIn={enter} />
        </Suspense>
      )}
      {recipientId !== null && (
        <div key={recipientId} hidden={mustSignIn}>
          {children}
        </div>
      )}
    </>
  )
}

const waiting = (
  <Column>
    <PageSkeleton />
  </Column>
)
