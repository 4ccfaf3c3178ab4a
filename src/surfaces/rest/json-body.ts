import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '#/kernel/errors.ts'
import { parseStrictJson, TooManyParts } from '#/kernel/text/strict-json.ts'
import { ajv } from '#/kernel/execution/validation.ts'
import { faultsMax, keptName } from './api-error.ts'
import { boundedInput } from './bounded-input.ts'

/** Parses bodies as JSON without duplicate keys, and validates them as they came. */
export function acceptStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseJsonBody(request, body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setValidatorCompiler(({ schema }) => {
    const compiled = whenFirstAsked(() => ajv.compile(schema as object))
    return (input: unknown) => {
      const validate = compiled()
      return validate(boundedInput(schema as object, input)) || { error: validate.errors ?? [] }
    }
  })
  app.setSerializerCompiler(({ schema }) => {
    const compiled = whenFirstAsked(() => fastJson(schema as fastJson.Schema))
    return (value: unknown) => compiled()(value)
  })
}

/** For schemas, which are compiled at their first use: compiling all would take most of a process's start. */
function whenFirstAsked<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** For operations without a body: refuses any but an empty object, which some clients always send. */
export function refuseBody(body: unknown): void {
  if (body === undefined) return
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalid({ path: 'body', code: 'not_allowed', message: 'This operation takes no body. Send none.' })
  const details = Object.keys(body)
    .slice(0, faultsMax)
    .map((name) => ({
      path: name.slice(0, 200),
      keptPath: keptName(name),
      code: 'unknown_field' as const,
      message: 'This operation takes no body. Send none.',
    }))
  if (details.length > 0) throw new AppError('UNKNOWN_FIELD', { details })
}

function parseJsonBody(request: FastifyRequest, body: Buffer): unknown {
  const { headers, routeOptions } = request
  request.bodyBytes = body.length
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE', notDecoded)
  // Many clients send a content type even without a body.
  if (body.length === 0 && routeOptions.schema?.body === undefined) return undefined
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset && charset.toLowerCase() !== 'utf-8') throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  try {
    return parseStrictJson(utf8.decode(body))
  } catch (cause) {
    if (cause instanceof TooManyParts) throw invalid({ path: 'body', code: 'too_long', message: cause.message })
    throw new AppError('MALFORMED_JSON', { cause })
  }
}

/** RFC 9110, section 12.5.3: the answer says which codings the body may have. */
const notDecoded = {
  message: 'Send the body without a content encoding.',
  headers: { 'accept-encoding': 'identity' },
}
const utf8 = new TextDecoder('utf-8', { fatal: true })
