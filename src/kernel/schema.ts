import { identifierPattern } from './ids.ts'
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'

/** An object that takes no other fields. Every schema of the contract is one. */
export function strictObject<P extends TProperties>(properties: P, options: Record<string, unknown> = {}): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** Under which an object keeps the one it has all fields of; no part of JSON. */
export const extendedObject = Symbol('extended object')

/**
 * An object that has all fields of another and some more; the document tells only those. For answers alone: what is sent is
 * closed, and a closed object cannot have more.
 */
export function extending<B extends TObject, O extends TObject<B['properties']>>(base: B, object: O): O {
  return { [extendedObject]: base, ...object }
}

/** The same schema, or null: `type: [..., 'null']`, which serializes faster and reads better than `anyOf`. */
export function nullable<S extends TSchema>(schema: S) {
  const {
    type,
    enum: values,
    const: constant,
    ...rest
  } = schema as S & { type?: string; enum?: unknown[]; const?: unknown }
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type ?? 'string', 'null'],
    ...(values ? { enum: [...values, null] } : {}),
    ...(constant === undefined ? {} : { enum: [constant, null] }),
  })
}

/** One of a closed set of strings. */
export function oneOf<const V extends readonly string[]>(values: V, options: Record<string, unknown> = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })
}

/** Where a schema keeps its own description when a field overrides it; not part of the JSON. */
export const ownWords = Symbol('own words')

/**
 * The same schema, described for one use: a short sentence, and an example where neither the type nor the words show
 * the form.
 */
export function described<S extends TSchema>(schema: S, description: string, example?: Static<S>): S {
  const { description: own, examples } = schema as { description?: string; examples?: readonly unknown[] }
  const here = example === undefined ? {} : { examples: [example] }
  return { [ownWords]: { description: own, examples }, ...schema, ...here, description }
}

/** Identifier (contract, Resources). */
export const Identifier = Type.String({
  title: 'Identifier',
  pattern: identifierPattern,
  description: 'Permanent identifier.',
  examples: ['0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05'],
})

export const PlatformHolderId = Type.String({
  ...Identifier,
  title: 'PlatformHolderId',
  description: 'The organization it belongs to.',
})

export const AppointmentId = Type.String({
  ...Identifier,
  title: 'AppointmentId',
  description: 'The appointment it is about.',
})

const resourceId = 'ResourceId'

/** An id in a path. One that is well-formed but not ours names nothing: 404. */
export const ResourceId = Type.String({ ...Identifier, title: resourceId, description: 'Id of the resource.' })

/** Whether a schema is `ResourceId`, however it is described. */
export function isResourceId(schema: { readonly title?: unknown }): boolean {
  return schema.title === resourceId
}

/** The id of an organization in a path. */
export const HolderPathId = described(ResourceId, 'Id of your organization; any other is 404.')

/** RFC 3339 instant; input needs an offset, output ends in Z. */
export const Instant = Type.String({
  title: 'Instant',
  format: 'date-time',
  description: 'RFC 3339 instant: any UTC offset in requests, UTC in responses.',
  examples: ['2026-12-03T13:30:00.000Z'],
})

export const CreatedAt = Type.String({ ...Instant, title: 'CreatedAt', description: 'When it was created.' })

export const UpdatedAt = Type.String({ ...Instant, title: 'UpdatedAt', description: 'When it last changed.' })

/**
 * Text people can read: no control characters, not only spaces and what has no width. The parts of the pattern share no
 * character where they meet, so that matching never backtracks; this must hold for every pattern for requests.
 */
export function readableText(maxLength: number, options: Record<string, unknown> = {}) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[\\p{Z}\\p{Cf}]*[^\\p{Z}\\p{Cc}\\p{Cf}][^\\p{Cc}]*$',
    ...options,
  })
}

/** E-mail address, or empty. */
export const EmailOrEmpty = Type.String({
  title: 'EmailOrEmpty',
  maxLength: 254,
  pattern: '^$|^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$',
  description: 'E-mail address, or empty.',
  examples: ['balie@example.com'],
})

export const Email = Type.String({
  title: 'Email',
  format: 'email',
  maxLength: 254,
  description: 'E-mail address.',
  examples: ['sanne@example.com'],
})

/** E.164 number: plus sign, country code, number. */
export const PhoneE164 = Type.String({
  title: 'PhoneE164',
  pattern: '^\\+[1-9]\\d{6,14}$',
  description: 'Phone number in E.164: plus sign, country code and number, without spaces.',
  examples: ['+31612345678'],
})

/** Lower-case UUID chosen and kept by the client, so that a repeat is safe. */
export const ClientRequestId = Type.String({
  title: 'ClientRequestId',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'Idempotency key chosen by the client. The same id with the same body returns the first response again.',
  examples: ['7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11'],
})

export const Version = Type.Integer({
  title: 'Version',
  minimum: 1,
  description: 'Rises with every change. Send it as `expectedVersion` to change the resource.',
  examples: [1],
})

export const ScheduleRevision = Type.Integer({
  title: 'ScheduleRevision',
  minimum: 1,
  description: 'Rises when start, end, zone, place or contact change, or a cancelled appointment is registered again.',
  examples: [1],
})

export const ExpectedVersion = Type.Integer({
  title: 'ExpectedVersion',
  minimum: 1,
  description: 'The version last read; a mismatch is 409 VERSION_CONFLICT.',
  examples: [1],
})

/** A day of the calendar. */
export const Day = Type.String({
  title: 'Day',
  format: 'date',
  pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$',
  description: 'A day, `YYYY-MM-DD`.',
  examples: ['2026-11-18'],
})

/** Language tag (BCP 47), as far as a pattern can check it. */
export const LanguageTag = Type.String({
  title: 'LanguageTag',
  minLength: 2,
  maxLength: 35,
  pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
  description: 'Language by BCP 47.',
  examples: ['nl'],
})

export const TimeZone = Type.String({
  title: 'TimeZone',
  minLength: 1,
  maxLength: 80,
  description: 'IANA time zone.',
  examples: ['Europe/Amsterdam'],
})

/** Time of day, wherever its zone is said. */
export const TimeOfDay = Type.String({
  title: 'TimeOfDay',
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'Time of day, 24 hours.',
  examples: ['21:00'],
})

/** Instant in the one form answers use: UTC, milliseconds. */
export function formatInstant(instant: Temporal.Instant): string {
  const { epochMilliseconds } = instant
  const day = Math.floor(epochMilliseconds / millisecondsPerDay)
  const time = epochMilliseconds - day * millisecondsPerDay
  const hour = twoDigits[Math.floor(time / 3_600_000)]
  const minute = twoDigits[Math.floor(time / 60_000) % 60]
  const second = twoDigits[Math.floor(time / 1_000) % 60]
  return `${dateOf(day)}T${hour}:${minute}:${second}.${threeDigits[time % 1_000]}Z`
}

const millisecondsPerDay = 86_400_000
// Looked up: an answer has many instants, and padding each number took half of the time.
const threeDigits = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'))
const twoDigits = threeDigits.slice(0, 100).map((digits) => digits.slice(1))

// Formatting the date is the slow part, and the instants of one answer fall on few days.
const dates = new Map<number, string>()
const datesMax = 2_000

function dateOf(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const date = new Date(day * millisecondsPerDay).toISOString().slice(0, -'T00:00:00.000Z'.length)
  if (dates.size >= datesMax) dates.clear()
  dates.set(day, date)
  return date
}

/** The same, or null. */
export function formatInstantOrNull(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : formatInstant(instant)
}
