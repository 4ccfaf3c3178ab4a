import { useSuspenseQuery } from '@tanstack/react-query'
import { BillingFacts } from '../account/billing/billing-tab.tsx'
import { billingStatus } from '../account/billing/billing-queries.ts'
import { PaymentSetup } from '../account/billing/payment-setup.tsx'
import { useHolder } from '../holder.ts'
import { Skip } from './skip.tsx'

/** Sets payment up, or leaves it for later. */
export function PaymentStep() {
  const { status } = useSuspenseQuery(billingStatus(useHolder())).data
  return (
    <>
      <BillingFacts />
      {status !== 'active' && (
        <div className="mt-6">
          <PaymentSetup />
        </div>
      )}
      <Skip step="payment" />
    </>
  )
}
