import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { enterCode, requestTextedCode, type CodeSent } from '#web/api/recipient-sign-in.ts'
import { PlainForm } from '#web/ui/form/plain-form.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { BigButton } from '../big-button.tsx'
import { NativeField } from '../native-field.tsx'
import { Frame } from './frame.tsx'
import { Screen } from './screen.tsx'

/** A telephone number, then the code that is texted to it. */
export function SignInScreen({
  isAgain,
  onSignedIn,
}: {
  /** They were signed in until a moment ago. */
  readonly isAgain: boolean
  readonly onSignedIn: () => void
}) {
  const { t } = useLingui()
  const [phone, setPhone] = useState('')
  const [sent, setSent] = useState<CodeSent | null>(null)
  const sending = useMutation({
    mutationFn: () => requestTextedCode(phone.replaceAll(/[\s().-]/g, '')),
    onSuccess: setSent,
  })
  return (
    <Frame>
      <Screen title={isAgain ? t`Sign in again` : t`Sign in`}>
        {sent === null ? (
          <>
            <p className="text-muted">
              {isAgain ? (
                <Trans>You were signed out. Your page is still as you left it.</Trans>
              ) : (
                <Trans>We text a code to your mobile number. There is no password to remember.</Trans>
              )}
            </p>
            <PlainForm
              error={sending.error}
              fields={['phoneNumberE164']}
              onSubmit={() => sending.mutate()}
              actions={
                <BigButton type="submit" look="primary" isPending={sending.isPending}>
                  <Trans>Text me a code</Trans>
                </BigButton>
              }
            >
              <NativeField
                label={t`Mobile number`}
                hint={t`With the country in front, such as +31 6 12345678.`}
                name="phoneNumberE164"
                type="tel"
                autoComplete="tel"
                aria-required
                value={phone}
                onChange={setPhone}
              />
            </PlainForm>
          </>
        ) : (
          <CodeForm
            key={sent.challengeId}
            phone={phone}
            sent={sent}
            resendError={sending.error}
            onResend={() => sending.mutate()}
            onBack={() => setSent(null)}
            onSignedIn={onSignedIn}
          />
        )}
      </Screen>
    </Frame>
  )
}

function CodeForm({
  phone,
  sent,
  resendError,
  onResend,
  onBack,
  onSignedIn,
}: {
  readonly phone: string
  readonly sent: CodeSent
  readonly resendError: unknown
  readonly onResend: () => void
  readonly onBack: () => void
  readonly onSignedIn: () => void
}) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const entering = useMutation({
    mutationFn: () => enterCode({ challengeId: sent.challengeId, code: code.replaceAll(/\D/g, '') }),
    onSuccess: onSignedIn,
  })
  const waitSeconds = useCountdown(sent.waitSeconds)
  return (
    <PlainForm
      error={entering.error ?? resendError}
      fields={['code']}
      onSubmit={() => entering.mutate()}
      actions={
        <>
          <BigButton type="submit" look="primary" isPending={entering.isPending}>
            <Trans>Sign in</Trans>
          </BigButton>
          <BigButton look="quiet" isDisabled={waitSeconds > 0} onPress={onResend}>
            {waitSeconds > 0 ? (
              <Plural value={waitSeconds} one="Another code in # second" other="Another code in # seconds" />
            ) : (
              <Trans>Text me another code</Trans>
            )}
          </BigButton>
          <BigButton look="quiet" onPress={onBack}>
            <Trans>Use another number</Trans>
          </BigButton>
        </>
      }
    >
      <p role="status" className="text-muted">
        <Trans>
          If <bdi className="font-medium text-ink">{phone}</bdi> is known here, a code is on its way. It is good for
          five minutes.
        </Trans>
      </p>
      <NativeField
        label={t`Code from the text message`}
        name="code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={sent.codeLength + 3}
        autoFocus
        aria-required
        value={code}
        onChange={setCode}
      />
    </PlainForm>
  )
}

function useCountdown(fromSeconds: number): number {
  const [left, setLeft] = useState(fromSeconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return left
}
