import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { requestTextedCode, type CodeSent } from '#web/api/recipient-sign-in.ts'
import { Form } from '#web/ui/form/form.tsx'
import { latinDigits } from '#web/ui/form/latin-digits.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CodeForm } from './code-form.tsx'
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
    mutationFn: () => requestTextedCode(latinDigits(phone).replaceAll(/[\s().-]/g, '')),
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
            <Form
              error={sending.error}
              fields={['phoneNumberE164']}
              onSubmit={() => sending.mutate()}
              actions={
                <BigButton type="submit" look="primary" isPending={sending.isPending}>
                  <Trans>Text me a code</Trans>
                </BigButton>
              }
            >
              <TextField
                label={t`Mobile number`}
                hint={t`Such as 06 12345678, or with the code of another country, such as +32 470 12 34 56.`}
                name="phoneNumberE164"
                type="tel"
                autoComplete="tel"
                isRequired
                value={phone}
                onChange={setPhone}
              />
            </Form>
          </>
        ) : (
          <CodeForm
            key={sent.challengeId}
            sent={sent}
            resendError={sending.error}
            onResend={() => sending.mutate()}
            onBack={() => setSent(null)}
            onSignedIn={onSignedIn}
          >
            <Trans>
              If we know <bdi className="font-medium text-ink">{phone}</bdi>, a code is on its way. It is valid for five
              minutes.
            </Trans>
          </CodeForm>
        )}
      </Screen>
    </Frame>
  )
}
