import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'

/**
 * Asks for consent, then goes to the payment service, which returns to `/billing/return`. The outcome is read from the
 * server.
 */
export function PaymentSetup() {
  const holder = useHolder()
  const [hasConsented, setConsented] = useState(false)
  const [clientRequestId, setClientRequestId] = useState(() => crypto.randomUUID())
  const start = useMutation({
    mutationFn: () =>
      call('startHolderPaymentSetup', {
        params: { platformHolderId: holder },
        body: { clientRequestId, paymentConsent: true, locale: currentLocale() },
      }),
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
  })
  const { reset } = start
  // Whoever comes back by the button of the browser finds the page as they left it, and begins anew: what was begun then
  // may be over.
  useEffect(() => {
    const beginAnew = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setClientRequestId(crypto.randomUUID())
      reset()
    }
    addEventListener('pageshow', beginAnew)
    return () => removeEventListener('pageshow', beginAnew)
  }, [reset])
  return (
    <Form
      error={start.error}
      fields={[]}
      onSubmit={() => start.mutate()}
      actions={
        <>
          <Button type="submit" look="primary" isPending={start.isPending} isDisabled={!hasConsented}>
            <Trans>Go to the payment service</Trans>
          </Button>
          {!hasConsented && (
            <span className="text-xs text-muted">
              <Trans>Agree first.</Trans>
            </span>
          )}
        </>
      }
    >
      <Checkbox isSelected={hasConsented} onChange={setConsented}>
        <Trans>
          I agree, on behalf of my organization, that Tijdig may collect what the organization owes through the payment
          service.
        </Trans>
      </Checkbox>
    </Form>
  )
}
