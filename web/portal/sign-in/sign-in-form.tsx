import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { part } from '#web/api/part.ts'
import { askForPasskey, hasPasskeys, isDeclined } from '#web/api/passkeys.ts'
import { createSession, requestCode, type Organization, type Proof, type StaffSession } from '#web/api/staff-sign-in.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { latinDigits } from '#web/ui/form/latin-digits.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'

// Hardly anybody works for several.
const OrganizationForm = lazy(async () => ({
  default: (await part(() => import('./organization-form.tsx'))).OrganizationForm,
}))

type Step =
  | { readonly at: 'email' }
  | { readonly at: 'code'; readonly email: string }
  | { readonly at: 'organization'; readonly proof: Proof; readonly organizations: readonly Organization[] }

/** Signs in by passkey, or by e-mail address and code; people with several organizations then choose one. */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: (session: StaffSession) => void }) {
  const [step, setStep] = useState<Step>({ at: 'email' })
  const session = useMutation({
    mutationFn: createSession,
    onSuccess: (answer, proof) =>
      'organizations' in answer
        ? setStep({ at: 'organization', proof, organizations: answer.organizations })
        : onSignedIn(answer),
  })
  if (step.at === 'email')
    return (
      <>
        <EmailForm onSent={(email) => setStep({ at: 'code', email })} />
        {hasPasskeys() && <PasskeyButton session={session} />}
      </>
    )
  if (step.at === 'code')
    return (
      <CodeForm
        email={step.email}
        error={session.error}
        isPending={session.isPending}
        onCode={(code) => session.mutate({ email: step.email, code })}
        onBack={() => {
          session.reset()
          setStep({ at: 'email' })
        }}
      />
    )
  return (
    <Suspense>
      <OrganizationForm
        organizations={step.organizations}
        error={session.error}
        isPending={session.isPending}
        onChoice={(platformHolderId) => session.mutate({ ...step.proof, platformHolderId })}
      />
    </Suspense>
  )
}

function EmailForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const code = useMutation({ mutationFn: requestCode, onSuccess: () => onSent(email) })
  return (
    <Form
      error={code.error}
      fields={['email']}
      onSubmit={() => code.mutate(email)}
      actions={
        <Button type="submit" look="primary" isPending={code.isPending}>
          <Trans>Send me a code</Trans>
        </Button>
      }
    >
      <TextField
        label={t`E-mail address`}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        value={email}
        onChange={setEmail}
      />
    </Form>
  )
}

type SigningIn = {
  readonly isPending: boolean
  readonly error: unknown
  readonly mutate: (proof: Proof) => void
  readonly reset: () => void
}

/** Stands beside the code, because a lost device must not lock anybody out. */
function PasskeyButton({ session }: { readonly session: SigningIn }) {
  const passkey = useMutation({
    mutationFn: askForPasskey,
    onSuccess: (credential) => session.mutate({ credential }),
  })
  const error = passkey.error ?? session.error
  return (
    <div className="mt-6 flex flex-col items-start gap-3 border-t border-line pt-6">
      <Button
        icon={<KeyRound aria-hidden size={16} />}
        isPending={passkey.isPending || session.isPending}
        onPress={() => {
          session.reset()
          passkey.mutate()
        }}
      >
        <Trans>Sign in with a passkey</Trans>
      </Button>
      {isDeclined(error) ? (
        <p role="alert" className="text-muted">
          <Trans>No passkey was used. Try again, or have a code sent.</Trans>
        </p>
      ) : error instanceof ApiError && error.code === 'SIGN_IN_CODE_INVALID' ? (
        <p role="alert" className="text-muted">
          <Trans>
            This passkey is not known here. Sign in with a code, and add the passkey under Passkeys in your account.
          </Trans>
        </p>
      ) : (
        <ErrorNote error={error} />
      )}
    </div>
  )
}

function CodeForm({
  email,
  error,
  isPending,
  onCode,
  onBack,
}: {
  readonly email: string
  readonly error: unknown
  readonly isPending: boolean
  readonly onCode: (code: string) => void
  readonly onBack: () => void
}) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  return (
    <Form
      error={error}
      fields={['code']}
      onSubmit={() => onCode(latinDigits(code).replaceAll(/\D/g, ''))}
      actions={
        <>
          <Button type="submit" look="primary" isPending={isPending}>
            <Trans>Sign in</Trans>
          </Button>
          <Button look="quiet" onPress={onBack}>
            <Trans>Another address or a new code</Trans>
          </Button>
        </>
      }
    >
      <p role="status">
        <Trans>
          If <strong>{email}</strong> belongs to a member of staff here, a code is on its way. It is valid for ten
          minutes.
        </Trans>
      </p>
      <TextField
        label={t`Code from the e-mail`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        isRequired
        value={code}
        onChange={setCode}
      />
    </Form>
  )
}
