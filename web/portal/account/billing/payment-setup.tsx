import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { currentLocale } from '#web/ui/i18n.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'

/** Asks for consent by itself, and then leads to the page of the payment service. What it comes to is asked of the server. */
export function PaymentSetup() {
  const holder = useHolder()
  const queries = useQueryClient()
  const [hasConsented, setConsented] = useState(false)
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const start = useMutation({
    mutationFn: () =>
      call('startHolderPaymentSetup', {
        params: { platformHolderId: holder },
        body: { clientRequestId, paymentConsent: true, locale: currentLocale() },
      }),
    // The link below is shown until the state changes: reading it at once would take it away.
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['getHolderOnboarding'] }),
  })
  if (start.data)
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="status">
          <Trans>
            The page of the payment service opens beside this one. Come back when you are done: how it went appears
            here.
          </Trans>
        </p>
        <a
          href={start.data.redirectUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('primary')}
          onClick={() => void queries.invalidateQueries({ queryKey: ['getHolderBillingStatus'] })}
        >
          <ExternalLink aria-hidden size={16} />
          <Trans>Open the payment page</Trans>
        </a>
      </div>
    )
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
        <Trans>I agree, for my organization, that Tijdig may collect what it owes through the payment service.</Trans>
      </Checkbox>
    </Form>
  )
}
