import { createHmac } from 'node:crypto'
import { isSameText } from '#/kernel/secrets/derived-keys.ts'

/** Stripe's own tolerance: anything older is a replay. */
const toleranceSeconds = 300

/**
 * Whether a secret in force recently signed this body: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, several
 * `v1` during rotation. Source: https://docs.stripe.com/webhooks#verify-manually.
 *
 * @param nowMs real time, like the vendor's, not that of the test clock
 */
export function isStripeSignature(
  header: string | undefined,
  secrets: readonly string[],
  rawBody: string,
  nowMs: number,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value ? [value] : [])).slice(0, 10)
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1_000 - Number(time)) > toleranceSeconds) return false
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.${rawBody}`, 'utf8').digest('hex'),
  )
  const matches = expected.flatMap((good) => signatures.map((given) => isSameText(given, good)))
  return matches.includes(true)
}
