import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { enterCode, type CodeSent } from '#web/api/recipient-sign-in.ts'
import { Form } from '#web/ui/form/form.tsx'
import { latinDigits } from '#web/ui/form/latin-digits.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { useCountdown } from '#web/ui/time/use-countdown.ts'
import { TextField } from '#web/ui/form/text-field.tsx'

/** Asks for the code that was texted. */
export function CodeForm({
  sent,
  resendError,
  onResend,
  onBack,
  onSignedIn,
  children,
}: {
  readonly sent: CodeSent
  readonly resendError: unknown
  readonly onResend: () => void
  readonly onBack: () => void
  readonly onSignedIn: () => void
  /** Where it was sent. */
  readonly children: ReactNode
}) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const entering = useMutation({
    mutationFn: () => enterCode({ challengeId: sent.challengeId, code: latinDigits(code).replaceAll(/\D/g, '') }),
    onSuccess: onSignedIn,
  })
  const waitSeconds = useCountdown(sent.resendAfterSeconds)
  return (
    <Form
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
        {children}
      </p>
      <TextField
        label={t`Code from the text message`}
        name="code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={sent.codeLength + 3}
        autoFocus
        isRequired
        value={code}
        onChange={setCode}
      />
    </Form>
  )
}
