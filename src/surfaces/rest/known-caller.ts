import type { FastifyRequest } from 'fastify'
import type { Identity } from '#/kernel/context.ts'
import type { Allowance, RateLimiter } from '#/kernel/flow/rate-limit.ts'
import { anonymousCallsOf } from './route-config.ts'

/** A valid credential, and the allowance its calls are counted against. */
export type KnownCaller = {
  readonly credentialId: string
  readonly authentication: Identity['authentication']
  /** When it was found valid, by the product's clock, and by one that never goes back. */
  readonly knownAt: Temporal.Instant
  readonly knownAtMs: number
  readonly allowance: Allowance
  /** That of all its tenant's credentials together; null for a recipient. */
  readonly tenant: { readonly id: string; readonly allowance: Allowance } | null
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
