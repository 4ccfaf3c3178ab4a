import { getHolderBillingStatus } from './get-holder-billing-status.ts'
import { startHolderPaymentSetup } from '#/slices/billing/setup/start-holder-payment-setup.ts'

export const billingOperations = [getHolderBillingStatus, startHolderPaymentSetup]
