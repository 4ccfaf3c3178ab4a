import type { FastifyInstance } from 'fastify'
import type { AppError } from '#/kernel/errors.ts'
import type { Span } from '#/kernel/spans.ts'
import type { Admitted } from './admission.ts'
import type { KnownCaller, KnownKey } from './known-caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request, once `admit` has let it in. */
    admitted: Admitted | null
    /** Who sent it; null without a valid credential, so that it counts against the allowance of its network. */
    knownCaller: KnownCaller | null
    /** The key it came with, for the log of its organization; null for any other caller. */
    knownKey: KnownKey | null
    /** What it was answered with instead of what it asked for; null when it succeeded. */
    refusal: Pick<AppError, 'code' | 'details'> | null
    /** How much of its body was read and parsed. */
    bodyBytes: number
    /** The appointment it is about, for the log; null where it is about none, or several. */
    appointmentId: string | null
    /** The trace it is part of; null where there is none. */
    traceId: string | null
    /** Null where nothing is traced. */
    span: Span | null
  }
}

/** Gives the requests of a server room for what is found out about them. */
export function decorateRequests(app: FastifyInstance): void {
  app
    .decorateRequest('admitted', null)
    .decorateRequest('knownCaller', null)
    .decorateRequest('knownKey', null)
    .decorateRequest('refusal', null)
    .decorateRequest('bodyBytes', 0)
    .decorateRequest('appointmentId', null)
    .decorateRequest('traceId', null)
    .decorateRequest('span', null)
}
