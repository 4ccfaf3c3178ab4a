import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import type { KeyApi } from '#/app/client/key-api.ts'
import type { FeedEvent } from './feed.ts'

/** An endpoint that an event goes to once more. `state`: `held` while it is paused or disabled. */
export type Resent = { readonly endpointId: string; readonly url: string; readonly state: string }

const Endpoints = Type.Object({ items: Type.Array(Type.Object({ id: Type.String(), url: Type.String() })) })
const Delivery = Type.Object({ state: Type.String() })

/**
 * Sends an event again to the endpoint given, or to all; those which were never told of it are left out.
 *
 * @throws OperatorError
 */
export async function resendTo(api: KeyApi, event: FeedEvent, endpointId: string | null): Promise<Resent[]> {
  const page = await api.call(Endpoints, { method: 'GET', path: '/webhook-endpoints' })
  const wanted = (page?.items ?? []).filter(({ id }) => endpointId === null || id === endpointId)
  const resent: Resent[] = []
  for (const { id, url } of wanted) {
    const path = `/webhook-endpoints/${id}/deliveries/${deliveryOf(event)}/resend`
    const again = await api.call(Delivery, { method: 'POST', path, body: { clientRequestId: randomUUID() } })
    if (again !== null) resent.push({ endpointId: id, url, state: again.state })
  }
  return resent
}

/** The id of the deliveries of an event: its own, as a UUID. */
function deliveryOf({ id }: FeedEvent): string {
  return id.replace(/^evt_/, '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
