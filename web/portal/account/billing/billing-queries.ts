import { read, type DataOf } from '#web/api/client.ts'

export type BillingStatus = DataOf<'getHolderBillingStatus'>

/** Where the payment stands; asked again every few seconds while the provider has not said how it went. */
export function billingStatus(holder: string) {
  return {
    ...read('getHolderBillingStatus', { params: { platformHolderId: holder } }),
    refetchInterval: ({ state }: { readonly state: { readonly data?: BillingStatus } }) =>
      state.data?.status === 'setup_pending' ? 3_000 : (false as const),
  }
}
