import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { requestCodeOfMessage, type CodeSent } from '#web/api/recipient-sign-in.ts'
import { request } from '#web/api/request.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'

// Loaded on demand: most people only look, or confirm.
const CodeForm = lazy(async () => ({ default: (await import('../shell/code-form.tsx')).CodeForm }))

/** A way into the app, and the words on its button. */
export type Way = { readonly path: string; readonly words: ReactNode; readonly isQuiet?: true }

/**
 * Buttons that open the app at what was chosen, after signing in by a code to the number the message came to if needed.
 * Until then the choice is kept here, in memory.
 *
 * @param children what stands above the buttons; not once a code was asked for
 */
export function SignInByMessage({
  token,
  ways,
  children,
}: {
  readonly token: string
  readonly ways: readonly Way[]
  readonly children?: ReactNode
}) {
  const [chosen, setChosen] = useState<{ readonly way: Way; readonly sent: CodeSent } | null>(null)
  const enter = ({ path }: Way) => location.assign(path)
  const ask = useMutation<CodeSent | null, Way>({
    mutationFn: async () => ((await isSignedIn()) ? null : codeOf(token)),
    onSuccess: (sent, way) => (sent === null ? enter(way) : setChosen({ way, sent })),
  })
  if (chosen === null)
    return (
      <div className="flex flex-col gap-3">
        {children}
        <ErrorNote error={ask.error} />
        {ways.map((way) => (
          <BigButton
            key={way.path}
            look={way.isQuiet ? 'quiet' : 'secondary'}
            isPending={ask.isPending && ask.variables?.path === way.path}
            onPress={() => ask.mutate(way)}
          >
            {way.words}
          </BigButton>
        ))}
      </div>
    )
  const { way, sent } = chosen
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">{way.words}</p>
      <Suspense>
        <CodeForm
          key={sent.challengeId}
          sent={sent}
          resendError={ask.error}
          onResend={() => ask.mutate(way)}
          onBack={() => enter(way)}
          onSignedIn={() => enter(way)}
        >
          <Trans>A code is on its way to the number that received this message. It is valid for five minutes.</Trans>
        </CodeForm>
      </Suspense>
      <BigButton look="quiet" onPress={() => setChosen(null)}>
        <Trans>Back to the appointment</Trans>
      </BigButton>
    </div>
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
