import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '#/kernel/errors.ts'
import { isId, newId } from '#/kernel/ids.ts'
import { networkOf } from '#/kernel/text/address-block.ts'
import type { AnsweredCall } from '#/slices/request-log/request-log.ts'

/**
 * What an organization may read of a call that came with one of its keys; null for any other, and for a read of just
 * that, or whoever follows the log would follow themselves.
 */
export function callOfKey(request: FastifyRequest, reply: FastifyReply): AnsweredCall | null {
  const key = request.knownKey
  if (key === null) return null
  const { operationId = 'none' } = request.routeOptions.config
  const { statusCode } = reply
  if (operationId === 'listRequestLog' && statusCode < 400) return null
  return {
    platformHolderId: key.platformHolderId,
    answeredAtMs: key.knownAt.epochMilliseconds + Math.round(performance.now() - key.knownAtMs),
    id: newId(),
    requestId: request.id,
    operation: operationId,
    method: request.method,
    path: pathOf(request),
    status: statusCode,
    errorCode: request.refusal?.code ?? null,
    faults: withoutValues(request.refusal?.details ?? []),
    durationMs: Math.round(reply.elapsedTime),
    keyId: key.id,
    network: networkOf(request.ip),
    client: clientOf(request.headers['user-agent']),
  }
}

/** The address of the route, with the ids that it came with: anything else in their place could say something. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const given = (params ?? {}) as Readonly<Record<string, unknown>>
  return (routeOptions.url ?? '').replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = given[name]
    return typeof value === 'string' && isId(value) ? value : `{${name}}`
  })
}

/** The names of unknown fields are the caller's own: what could say something is left out of them, and each is told once. */
function withoutValues(faults: readonly Fault[]): AnsweredCall['faults'] {
  const kept = faults.map(({ path, keptPath = path, code }) => ({ path: keptPath, code }))
  return [...new Map(kept.map((fault) => [`${fault.path} ${fault.code}`, fault])).values()]
}

/** The first product of a `User-Agent`, with up to three numbers of its version; null where it begins with none. */
function clientOf(userAgent: string | undefined): string | null {
  return userAgent === undefined ? null : (product.exec(userAgent)?.[0] ?? null)
}

const product = /^[A-Za-z][A-Za-z0-9._-]{0,39}(\/\d{1,5}(\.\d{1,5}){0,2})?(?=[ ;+-]|$)/
