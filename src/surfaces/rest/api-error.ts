import type { FastifySchemaValidationError } from 'fastify'
import { Type } from 'typebox'
import { AppError, errorCodes, type ErrorCode, type Fault, type FaultCode } from '#/kernel/errors.ts'
import { oneOf, strictObject } from '#/kernel/schema.ts'
import { RequestId } from './envelope.ts'

/** A body can have thousands of faults; this many are reported. */
export const faultsMax = 20

/** The body of every error. */
export const ApiError = strictObject(
  {
    error: strictObject(
      {
        code: oneOf(Object.keys(errorCodes) as (keyof typeof errorCodes)[], {
          title: 'ErrorCode',
          description: 'A closed list: act on this, not on the message.',
        }),
        message: Type.String({
          maxLength: 500,
          description: 'What is wrong, for developers; do not show it to users.',
          examples: ['The request is invalid.'],
        }),
        retryable: Type.Boolean({ description: 'Whether repeating the same call is safe and may help.' }),
        details: Type.Array(
          strictObject(
            {
              path: Type.String({
                maxLength: 200,
                description: 'The field it is about.',
                examples: ['recipient.phoneNumberE164'],
              }),
              code: oneOf(
                [
                  'required',
                  'unknown_field',
                  'invalid_format',
                  'too_long',
                  'too_short',
                  'out_of_range',
                  'not_allowed',
                  'conflict',
                ],
                { description: 'What is wrong with the field.' },
              ),
              message: Type.String({
                maxLength: 300,
                description: 'What it should be, for developers.',
                examples: ['Must be after startsAt.'],
              }),
              currentVersion: Type.Optional(
                Type.Integer({ minimum: 1, description: 'Current version, after a version conflict.' }),
              ),
            },
            { title: 'ErrorDetail' },
          ),
          { maxItems: faultsMax, description: 'The errors in the request, if any can be located.' },
        ),
      },
      { title: 'ErrorBody', description: 'What is wrong.' },
    ),
    requestId: RequestId,
  },
  { title: 'ApiError' },
)

/** The answer body of a refusal. */
export function toAppError(refusal: AppError, requestId: string, retryable: boolean) {
  return {
    error: {
      code: refusal.code,
      message: refusal.message,
      retryable,
      details: refusal.details
        .slice(0, faultsMax)
        .map(({ path, code, message, currentVersion }) => ({ path, code, message, currentVersion })),
    },
    requestId,
  }
}

/**
 * Maps validation errors to faults. Unknown fields only: UNKNOWN_FIELD; missing consent only: its code; otherwise
 * VALIDATION_FAILED.
 */
export function faultsOf(errors: readonly FastifySchemaValidationError[], context: string): AppError {
  const faults = new Map<string, Fault>()
  for (const error of errors) {
    if (faults.size === faultsMax) break
    const fault = faultOf(error, context)
    const key = `${fault.path} ${fault.code}`
    if (!faults.has(key)) faults.set(key, fault)
  }
  const consent = context === 'body' ? consentMissing(errors) : undefined
  if (consent) return new AppError(consent)
  const isUnknownOnly = errors.every(({ keyword }) => faultCodes[keyword] === 'unknown_field')
  return new AppError(isUnknownOnly ? 'UNKNOWN_FIELD' : 'VALIDATION_FAILED', { details: [...faults.values()] })
}

/** Consents that a person must give, with the contract's code when one is missing. */
const consents: Readonly<Record<string, ErrorCode>> = {
  confirmed: 'HUMAN_CONFIRMATION_REQUIRED',
  confirmedByHuman: 'HUMAN_CONFIRMATION_REQUIRED',
  confirmDeletion: 'EXPLICIT_CONSENT_REQUIRED',
  paymentConsent: 'EXPLICIT_CONSENT_REQUIRED',
}

/** The code, when the only fault is that a consent is missing or false. */
function consentMissing(errors: readonly FastifySchemaValidationError[]): ErrorCode | undefined {
  const [code, ...others] = new Set(
    errors.map(({ keyword, instancePath, params }) => {
      const field = keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath
      return keyword === 'required' || keyword === 'const' ? consents[field.slice(1)] : undefined
    }),
  )
  return others.length === 0 ? code : undefined
}

/** What the validator does not say: which values there are, and what most who hand in a local time have left out. */
function hintOf(params: Readonly<Record<string, unknown>>): string {
  if (params.format === 'date-time') return ': with an offset from UTC, such as 2026-12-03T14:30:00+01:00'
  if (Array.isArray(params.allowedValues)) return `: ${JSON.stringify(params.allowedValues).slice(1, -1)}`
  return params.allowedValue === undefined ? '' : `: ${JSON.stringify(params.allowedValue)}`
}

/** What may be kept of a name that no field has: one that looks like that of a field, as when it is misspelt; else `*`. */
export function keptName(name: string): string {
  return /^[a-z][A-Za-z0-9_]{0,39}$/.test(name) ? name : '*'
}

function faultOf(error: FastifySchemaValidationError, context: string): Fault {
  const params = error.params as Record<string, unknown>
  const { missingProperty, additionalProperty } = params
  const own = missingProperty ?? additionalProperty ?? (error.keyword === 'discriminator' ? params.tag : undefined)
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (context !== 'body') parts.unshift(context === 'querystring' ? 'query' : context)
  const pathTo = (name: unknown) => [...parts, ...(typeof name === 'string' ? [name] : [])].join('.').slice(0, 200)
  return {
    path: pathTo(own) || context,
    ...(additionalProperty === undefined ? {} : { keptPath: pathTo(keptName(String(additionalProperty))) }),
    code: faultCodes[error.keyword] ?? 'invalid_format',
    message: `${error.message ?? 'is not valid'}${hintOf(params)}`.slice(0, 300),
  }
}

const faultCodes: Readonly<Record<string, FaultCode>> = {
  required: 'required',
  additionalProperties: 'unknown_field',
  maxLength: 'too_long',
  maxItems: 'too_long',
  maxProperties: 'too_long',
  minLength: 'too_short',
  minItems: 'too_short',
  minProperties: 'too_short',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  enum: 'not_allowed',
  const: 'not_allowed',
  discriminator: 'not_allowed',
  uniqueItems: 'conflict',
}
