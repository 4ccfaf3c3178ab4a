import type { FastifyRequest } from 'fastify'
import type { Allowance, RateLimiter } from '#/kernel/flow/rate-limit.ts'
import { anonymousCallsOf } from './route-config.ts'

/** A valid credential, and the allowance its calls are counted against. */
export type KnownCaller = {
  readonly credentialId: string
  readonly allowance: Allowance
  /** That of all its tenant's credentials together; null for a recipient. */
  readonly tenant: { readonly id: string; readonly allowance: Allowance } | null
}

/** A key of an organization that is valid, also where the organization is then refused, or refuses where it calls from. */
export type KnownKey = {
  readonly id: string
  readonly platformHolderId: string
  /** When it was found valid, by the product's clock, and by one that never goes back. */
  readonly knownAt: Temporal.Instant
  readonly knownAtMs: number
}

/**
 * Charges the caller for a refusal, and waits until it is due. A body that was read in vain costs one call more for
 * each 2 KiB, so that a caller who sends many is soon refused unread.
 */
export async function chargeRefusal(
  request: FastifyRequest,
  rateLimiter: RateLimiter,
  anonymousPerMinute: number,
): Promise<void> {
  const caller = request.knownCaller
  const calls = Math.floor(request.bodyBytes / bytesPerCall)
  if (caller)
    await Promise.all([
      rateLimiter.chargeRefusal(caller.credentialId, caller.allowance, calls),
      // However many keys it has, refusals come at the pace of one.
      caller.tenant && rateLimiter.chargeRefusal(caller.tenant.id, caller.tenant.allowance, 0),
    ])
  else if (anonymousCallsOf(request) !== 'none')
    await rateLimiter.chargeAnonymousRefusal(request.ip, anonymousPerMinute, calls)
}

const bytesPerCall = 2_048
