import { createHmac, randomBytes } from 'node:crypto'

const label = 'whsec_'

/** A new secret for signing, as Standard Webhooks writes them: 32 random bytes. */
export function createWebhookSecret(): string {
  return label + randomBytes(32).toString('base64')
}

/**
 * The headers that sign a body (Standard Webhooks): a receiver computes the same from the id, the time and the bytes it
 * got. Each secret signs, so that a receiver may change from one to the next when it likes.
 *
 * @param at of this try
 */
export function signedHeaders(secrets: readonly string[], id: string, at: Temporal.Instant, body: string) {
  const timestamp = String(Math.floor(at.epochMilliseconds / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(label.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Tijdig-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
