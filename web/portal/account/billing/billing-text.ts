import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#web/ui/data/status-pill.tsx'
import type { BillingStatus } from './billing-queries.ts'

export const billingStates: Readonly<
  Record<
    BillingStatus['status'],
    { readonly tone: Tone; readonly name: MessageDescriptor; readonly text: MessageDescriptor }
  >
> = {
  not_started: { tone: 'none', name: msg`Not set up`, text: msg`No payment method has been set up yet.` },
  setup_pending: {
    tone: 'waiting',
    name: msg`Waiting for the payment service`,
    text: msg`The payment service has not told us the result yet. This page checks again automatically.`,
  },
  active: { tone: 'ok', name: msg`Set up`, text: msg`The payment service may collect what you owe.` },
  action_required: {
    tone: 'warn',
    name: msg`Needs your attention`,
    text: msg`The payment service can no longer collect payments. Set up payment again.`,
  },
  failed: { tone: 'danger', name: msg`Failed`, text: msg`The last attempt did not work. You can try again.` },
}

export const billingFailures: Readonly<Record<NonNullable<BillingStatus['failureCode']>, MessageDescriptor>> = {
  cancelled_by_user: msg`It was not completed.`,
  expired: msg`It took too long.`,
  declined: msg`The bank refused.`,
  provider_error: msg`The payment service had a fault.`,
}

export const paymentMethods: Readonly<Record<NonNullable<BillingStatus['method']>['type'], MessageDescriptor>> = {
  sepa_direct_debit: msg`Direct debit`,
  card: msg`Card`,
  ideal: msg`iDEAL`,
}
