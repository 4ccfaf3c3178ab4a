import { createHmac } from 'node:crypto'
import { keyOf } from '#/slices/webhooks/secrets/secrets.ts'

/**
 * The headers by which a receiver knows who calls and what it has already (Standard Webhooks 1.0): one signature for each
 * valid secret, so that none is refused while a secret is being replaced.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body }: { readonly id: string; readonly body: string },
  at: Temporal.Instant,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.epochMilliseconds / 1_000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
