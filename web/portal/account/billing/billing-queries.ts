import { read, type DataOf } from '#web/api/client.ts'

export type BillingStatus = DataOf<'getHolderBillingStatus'>

/** The payment's status, polled while the provider has not reported the outcome. */
export function billingStatus(holder: string) {
  return {
    ...read('getHolderBillingStatus', { params: { platformHolderId: holder } }),
    refetchInterval: ({ state }: { readonly state: { readonly data?: BillingStatus } }) =>
      state.data?.status === 'setup_pending' ? 3_000 : (false as const),
  }
}
