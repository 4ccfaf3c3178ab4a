import { now } from '#web/api/clock.ts'
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
  /** Of how long, and since when that is: the pages of a list have one beginning. */
  readonly past?: Past | undefined
  readonly since?: string | undefined
  readonly pageToken?: string | undefined
  readonly open?: string | undefined
}

/** Hours of what can be chosen. */
const hoursOf = { hour: 1, day: 24, week: 168, month: 720 } as const
export type Past = keyof typeof hoursOf

/** So long ago. */
export function sinceOf(past: Past): string {
  return new Date(now().getTime() - hoursOf[past] * 3_600_000).toISOString()
}

const states: readonly unknown[] = ['due', 'held', 'delivered', 'failed'] satisfies Delivery['state'][]

export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const { state, type, past, since, pageToken, open } = search
  const isSince = typeof past === 'string' && past in hoursOf && typeof since === 'string' && isInstant.test(since)
  return {
    state: states.includes(state) ? (state as Delivery['state']) : undefined,
    type: typeof type === 'string' && /^[a-z_.]{1,80}$/.test(type) ? type : undefined,
    ...(isSince ? { past: past as Past, since } : {}),
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
    open: typeof open === 'string' ? open : undefined,
  }
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export function webhookList(holder: string) {
  return read('listWebhookEndpoints', { params: { platformHolderId: holder } })
}

export function oneWebhook(holder: string, endpointId: string) {
  return read('getWebhookEndpoint', { params: { platformHolderId: holder, endpointId } })
}

export function deliveryList(holder: string, endpointId: string, { state, type, since, pageToken }: DeliverySearch) {
  return read('listWebhookDeliveries', {
    params: { platformHolderId: holder, endpointId },
    query: {
      ...(state === undefined ? {} : { state }),
      ...(type === undefined ? {} : { type }),
      ...(since === undefined ? {} : { since }),
      ...(pageToken === undefined ? {} : { pageToken }),
    },
  })
}

export function oneDelivery(holder: string, endpointId: string, deliveryId: string) {
  return read('getWebhookDelivery', { params: { platformHolderId: holder, endpointId, deliveryId } })
}
