import type { KeyRing } from '#/kernel/secrets/key-ring.ts'
import type { WebhookCall } from '#/ports/webhooks.ts'
import { signedHeaders } from '#/slices/events/delivery/signature.ts'
import { openSecrets, type SealedSecret } from '#/slices/events/endpoints/secrets.ts'
import { toEvent, type EventRow } from '#/slices/events/feed/event-view.ts'

/** An event as its receiver gets it: with its number among all of the endpoint. */
export function webhookBody(row: EventRow, position: number): string {
  const { id, type, timestamp, schemaVersion, sequence, ...rest } = toEvent(row)
  return JSON.stringify({ id, type, timestamp, schemaVersion, sequence, position, ...rest })
}

type Receiver = { readonly id: string; readonly url: string; readonly secrets: readonly SealedSecret[] }

/**
 * One try: the same id and body each time, signed for the real instant, by which a receiver tells whether it is old.
 *
 * @param now by the product's clock: which secrets sign
 */
export function composeWebhook(
  keys: KeyRing,
  to: Receiver,
  eventId: string,
  body: string,
  now: Temporal.Instant,
): WebhookCall {
  const secrets = openSecrets(keys, to.id, to.secrets, now)
  return { url: to.url, body, headers: signedHeaders(secrets, eventId, Temporal.Now.instant(), body) }
}
