import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { requestCodeOfMessage, type CodeSent } from '#web/api/recipient-sign-in.ts'
import { request } from '#web/api/request.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'

// Loaded on demand: most people only look, or confirm.
const CodeForm = lazy(async () => ({ default: (await import('../shell/code-form.tsx')).CodeForm }))

/** Opens the appointment of a message, after signing in by a code to the number the message came to if needed. */
export function SignInByMessage({ token, appointmentId }: { readonly token: string; readonly appointmentId: string }) {
  const [sent, setSent] = useState<CodeSent | null>(null)
  const enter = () => location.assign(`/a/${appointmentId}`)
  const ask = useMutation({
    mutationFn: async () => ((await isSignedIn()) ? null : codeOf(token)),
    onSuccess: (code) => (code === null ? enter() : setSent(code)),
  })
  if (sent === null)
    return (
      <>
        <ErrorNote error={ask.error} />
        <BigButton isPending={ask.isPending} onPress={() => ask.mutate()}>
          <Trans>Sign in to see more</Trans>
        </BigButton>
      </>
    )
  return (
    <Suspense>
      <CodeForm
        key={sent.challengeId}
        sent={sent}
        resendError={ask.error}
        onResend={() => ask.mutate()}
        onBack={enter}
        onSignedIn={enter}
      >
        <Trans>A code is on its way to the number that received this message. It is valid for five minutes.</Trans>
      </CodeForm>
    </Suspense>
  )
}

async function isSignedIn(): Promise<boolean> {
  try {
    const { role } = (await request('GET', '/api/v1/me')) as { role: string }
    return role === 'recipient'
  } catch (error) {
    // Signed in, but refused for another reason: the app says which.
    if (error instanceof ApiError) return error.status !== 401
    throw error
  }
}

/** Null where the message went to no number, such as an e-mail: the number is typed then. */
async function codeOf(token: string): Promise<CodeSent | null> {
  try {
    return await requestCodeOfMessage(token)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
