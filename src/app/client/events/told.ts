import { Type } from 'typebox'
import type { KeyApi } from '#/app/client/key-api.ts'
import { fits } from '#/kernel/execution/validation.ts'
import { webhookEndpointResent } from '#/slices/webhooks/webhooks.ts'
import { findEvent, type FeedEvent } from './feed.ts'

const { type: resentType } = webhookEndpointResent.contract
const Resent = Type.Object({ eventIds: Type.Array(Type.String()) })

/** The types of the feed that say what an endpoint for these types is told. */
export function readTypes(types: readonly string[] | null): readonly string[] | null {
  return types && [...new Set([...types, resentType])]
}

/**
 * What an endpoint for these types is told of an entry of the feed: it, and once more each event that was sent again then and
 * is still kept.
 *
 * @throws OperatorError; the reason of the API's signal
 */
export async function* toldOf(
  api: KeyApi,
  entry: FeedEvent,
  types: readonly string[] | null,
): AsyncGenerator<FeedEvent> {
  const isTold = ({ type }: FeedEvent) => (types === null ? type !== resentType : types.includes(type))
  if (isTold(entry)) yield entry
  if (entry.type !== resentType || !fits(Resent, entry.data)) return
  for (const id of entry.data.eventIds) {
    const event = await findEvent(api, id)
    if (event !== null && isTold(event)) yield event
  }
}
