/**
 * Whether a holder can be charged: a mandate at a payment provider, and the set-up that leads to it. The provider is asked
 * for every change; neither a browser's return nor the words of a webhook decide anything.
 */
export { getBilling } from './account-store.ts'
export { planPaymentChecks, readPaymentSetup } from './payment-jobs.ts'
