import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { askForPasskey, hasPasskeys, isDeclined } from '#web/api/passkeys.ts'
import { proveAgain, requestProofCode } from '#web/api/proof.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { latinDigits } from '#web/ui/form/latin-digits.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'

/**
 * Has people show again who they are, by a code or a passkey, before what a stolen session must not do.
 *
 * @param hasPasskey whether they have a passkey that they could use
 */
export function ProofForm({ hasPasskey, onProved }: { readonly hasPasskey: boolean; readonly onProved: () => void }) {
  const sent = useMutation({ mutationFn: requestProofCode })
  const passkey = useMutation({
    mutationFn: async () => proveAgain({ credential: await askForPasskey() }),
    onSuccess: onProved,
  })
  if (sent.isSuccess) return <CodeForm onProved={onProved} />
  return (
    <div className="flex flex-col items-start gap-4">
      <p role="status">
        <Trans>You signed in a while ago. Please confirm that it is you.</Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" isPending={sent.isPending} onPress={() => sent.mutate()}>
          <Trans>Send me a code</Trans>
        </Button>
        {hasPasskey && hasPasskeys() && (
          <Button
            icon={<KeyRound aria-hidden size={16} />}
            isPending={passkey.isPending}
            onPress={() => passkey.mutate()}
          >
            <Trans>Use a passkey</Trans>
          </Button>
        )}
      </div>
      <ErrorNote error={sent.error ?? (isDeclined(passkey.error) ? null : passkey.error)} />
    </div>
  )
}

function CodeForm({ onProved }: { readonly onProved: () => void }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const proof = useMutation({
    mutationFn: () => proveAgain({ code: latinDigits(code).replaceAll(/\D/g, '') }),
    onSuccess: onProved,
  })
  return (
    <Form
      error={proof.error}
      fields={['code']}
      onSubmit={() => proof.mutate()}
      actions={
        <Button type="submit" look="primary" isPending={proof.isPending}>
          <Trans>Confirm</Trans>
        </Button>
      }
    >
      <p role="status">
        <Trans>A code is on its way to your e-mail address. It is valid for ten minutes.</Trans>
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
