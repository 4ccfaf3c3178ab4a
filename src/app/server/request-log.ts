import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId, toReference } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'

/**
 * The id of a request: the one it came with where that has the form of a UUID, as proxies make them, else a new one. Other
 * words of a stranger are in no log and no audit trail.
 */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && requestIdForm.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `req_${toReference(newId())}`
}

const requestIdForm = /^(req_)?[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/

/**
 * One line for each request, with ids, counts and durations and nobody's data: the route and not the address, which may
 * hold secrets. What succeeds and is asked every few seconds, health and polls, and the files of pages, leaves none.
 */
export function logAnswer(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const { config, url } = request.routeOptions
  const { statusCode } = reply
  const isQuiet = config.isQuiet ?? config.anonymousCalls === 'none'
  if (isQuiet && statusCode < 400) return
  const bytes = reply.getHeader('content-length')
  log.info(
    {
      requestId: request.id,
      traceId: request.traceId ?? undefined,
      method: request.method,
      operation: config.operationId ?? url ?? 'none',
      route: url ?? 'none',
      status: statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      bytesRead: request.bodyBytes,
      bytes: bytes === undefined ? undefined : Number(bytes),
      platformHolderId: request.admitted?.identity.platformHolderId ?? undefined,
      credential: request.admitted?.identity.authentication,
      credentialId: request.knownCaller?.credentialId,
      appointmentId: request.appointmentId ?? undefined,
    },
    'answered',
  )
}
