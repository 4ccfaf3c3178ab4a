import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, type Fault } from '#/kernel/errors.ts'

/**
 * Refuses what HTTP demands to be refused: a request without a Host or with two (RFC 9112, section 3.2), or with an
 * expectation that is not met here (RFC 9110, section 10.1.1). The connection is closed, because the sender may see the
 * end of such a request elsewhere than we do.
 *
 * @throws AppError VALIDATION_FAILED
 */
export function refuseUnclearRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { upgrade } = request.headers
  const fault = faultOf(request)
  // There is no protocol to upgrade to, and after such a request Node's parser does not report a malformed one.
  if (fault || upgrade !== undefined) reply.header('connection', 'close')
  if (fault) throw invalid(fault)
}

function faultOf({ raw, headers }: FastifyRequest): Fault | null {
  const hosts = countHosts(raw.rawHeaders)
  // HTTP/1.0 has no Host.
  if (hosts === 0 && raw.httpVersion === '1.1')
    return { path: 'headers.host', code: 'required', message: 'A request names its host.' }
  if (hosts > 1) return { path: 'headers.host', code: 'conflict', message: 'A request names one host.' }
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect))
    return { path: 'headers.expect', code: 'not_allowed', message: '100-continue is all that can be expected.' }
  return null
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 'host'.length && name.toLowerCase() === 'host') count += 1
  }
  return count
}
