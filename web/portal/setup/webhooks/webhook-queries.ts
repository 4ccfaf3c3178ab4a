import type { DataOf, ItemOf } from '#web/api/client.ts'
import { read } from '../../developer-routes.ts'

export type Webhook = ItemOf<'listWebhookEndpoints'>
export type Delivery = ItemOf<'listWebhookDeliveries'>
export type DeliveryDetail = DataOf<'getWebhookDelivery'>
export type Attempt = DeliveryDetail['attemptList'][number]

/** How often what is shown is read again while the page is seen. */
export const readEveryMs = 10_000

/** The filter and the page of deliveries, as the address has them, and the one that is open. */
export type DeliverySearch = {
  readonly state?: Delivery['state'] | undefined
  readonly type?: string | undefined
  readonly pageToken?: string | undefined
  readonly open?: string | undefined
}

const states: readonly unknown[] = ['due', 'held', 'delivered', 'failed'] satisfies Delivery['state'][]

export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const { state, type, pageToken, open } = search
  return {
    state: states.includes(state) ? (state as Delivery['state']) : undefined,
    type: typeof type === 'string' && /^[a-z_.]{1,80}$/.test(type) ? type : undefined,
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
    open: typeof open === 'string' ? open : undefined,
  }
}

export function webhookList(holder: string) {
  return read('listWebhookEndpoints', { params: { platformHolderId: holder } })
}

export function oneWebhook(holder: string, endpointId: string) {
  return read('getWebhookEndpoint', { params: { platformHolderId: holder, endpointId } })
}

export function deliveryList(holder: string, endpointId: string, { state, type, pageToken }: DeliverySearch) {
  return read('listWebhookDeliveries', {
    params: { platformHolderId: holder, endpointId },
    query: {
      ...(state === undefined ? {} : { state }),
      ...(type === undefined ? {} : { type }),
      ...(pageToken === undefined ? {} : { pageToken }),
    },
  })
}

export function oneDelivery(holder: string, endpointId: string, deliveryId: string) {
  return read('getWebhookDelivery', { params: { platformHolderId: holder, endpointId, deliveryId } })
}
