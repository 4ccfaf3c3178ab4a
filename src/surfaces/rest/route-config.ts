import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation a route serves, where it serves one. */
    operationId?: string
    /**
     * Which calls of a route count against the allowance of unauthenticated callers of one address: `every` (the default),
     * `refused` where a credential or a signature is asked for and only a call without a good one counts, or `none`.
     */
    anonymousCalls?: 'every' | 'refused' | 'none'
    /** Whether a call that succeeds leaves no line in the log. Default: where no call counts. */
    isQuiet?: boolean
    /** Whether the call is safe to repeat. Default: what the method says (RFC 9110). */
    isRepeatable?: boolean
  }
}

/** Which calls of a request's route count as unauthenticated; all where there is no route. */
export function anonymousCallsOf(request: FastifyRequest): 'every' | 'refused' | 'none' {
  return request.routeOptions.config?.anonymousCalls ?? 'every'
}

/** Whether the call is safe to repeat, whatever its outcome. */
export function isRepeatable(request: FastifyRequest): boolean {
  return request.routeOptions.config?.isRepeatable ?? idempotentMethods.has(request.method)
}

const idempotentMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
