import { Type, type Static } from 'typebox'
import { invalid, type Fault } from '#/kernel/errors.ts'
import { readableText, strictObject } from '#/kernel/schema.ts'
import { isLanguageTag, localeOf, type Locale } from '#/locales/locales.ts'
import { findTimeZone, givenTimeZone, unknownTimeZone } from '#/kernel/time/time-zone.ts'
import {
  factsIn,
  ownFacts,
  recipientFacts,
  type RecipientFacts,
  type Schedule,
} from '#/slices/appointment-facts/appointment-facts.ts'

/** Who is reminded, as a request says it. */
type GivenRecipient = {
  readonly displayName: string
  readonly email?: string | null
  readonly phoneNumberE164?: string | null
  readonly locale?: string | null
}

/** The name is stored trimmed, and in the Unicode form it is searched for in. */
export function toRecipientFacts({ displayName, email, phoneNumberE164, locale }: GivenRecipient): RecipientFacts {
  return {
    recipientName: displayName.trim().normalize('NFC'),
    recipientEmail: email ?? null,
    recipientPhone: phoneNumberE164 ?? null,
    recipientLocale: toLocale(locale) ?? null,
  }
}

/**
 * What a request says of the language of a person; undefined when nothing, null when it leaves it to the holder. A language
 * that we lack says nothing: a reminder that is not sent is worse than one in another language.
 */
export function toLocale(given: string | null | undefined): Locale | null | undefined {
  return given ? (localeOf(given) ?? undefined) : (given as null | undefined)
}

/** A source's own id of the appointment. */
export const ExternalId = readableText(200, {
  title: 'ExternalAppointmentId',
  description:
    'Id of the appointment in the source system. With `sourceSystem` it identifies the appointment permanently.',
  examples: ['A-1001'],
})

export const SourceSystem = Type.String({
  title: 'SourceSystem',
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  examples: ['practice-system'],
  description: 'Your name for the system it comes from; `local` is reserved.',
})

export const IntakeBody = strictObject(
  {
    sourceSystem: SourceSystem,
    externalAppointmentId: ExternalId,
    ...factsIn(ownFacts, 'intake').fields,
    recipient: strictObject(factsIn(recipientFacts, 'intake').fields, {
      title: 'IntakeRecipient',
      description: 'Who is reminded. An e-mail address or a phone number is required.',
    }),
  },
  { title: 'AppointmentIntake' },
)
export type IntakeBody = Static<typeof IntakeBody>

const maxSpanHours = 24
const maxAheadYears = 3
/** Programs that know no date write the year 1, 1900 or 1970. */
const earliestStart = Temporal.Instant.from('2000-01-01T00:00:00Z')

type Checked = {
  readonly startsAt: string
  readonly endsAt: string
  readonly timezone: string
  readonly recipient: Omit<GivenRecipient, 'displayName'>
}

/**
 * Checks what a schema cannot say, and turns texts into instants and a zone.
 *
 * @throws AppError TIMEZONE_UNKNOWN, or VALIDATION_FAILED with every fault
 */
export function checkSchedule(now: Temporal.Instant, input: Checked): Schedule {
  checkGiven(now, input)
  const timezone = givenTimeZone(input.timezone, 'timezone')
  return { startsAt: parseInstant(input.startsAt), endsAt: parseInstant(input.endsAt), timezone }
}

/**
 * The same for the given fields of a change, as far as they can be judged without the appointment.
 *
 * @throws AppError TIMEZONE_UNKNOWN, or VALIDATION_FAILED with every fault
 */
export function checkGiven(now: Temporal.Instant, { startsAt, endsAt, timezone, recipient }: Partial<Checked>): void {
  const faults: Fault[] = []
  const start = startsAt === undefined ? null : parseInstant(startsAt)
  if (start !== null && endsAt !== undefined) {
    const span = parseInstant(endsAt).since(start).total('hours')
    if (span <= 0) faults.push({ path: 'endsAt', code: 'out_of_range', message: 'Must be after startsAt.' })
    if (span > maxSpanHours)
      faults.push({ path: 'endsAt', code: 'out_of_range', message: 'An appointment lasts at most 24 hours.' })
  }
  if (start !== null && Temporal.Instant.compare(start, latestStart(now)) > 0)
    faults.push({ path: 'startsAt', code: 'out_of_range', message: 'At most three years ahead.' })
  if (start !== null && Temporal.Instant.compare(start, earliestStart) < 0)
    faults.push({ path: 'startsAt', code: 'out_of_range', message: 'Not before the year 2000.' })
  if (recipient !== undefined && !recipient.email && !recipient.phoneNumberE164)
    faults.push({ path: 'recipient', code: 'required', message: 'Needs email or phoneNumberE164.' })
  if (recipient?.locale && !isLanguageTag(recipient.locale))
    faults.push({
      path: 'recipient.locale',
      code: 'invalid_format',
      message: 'Send a language tag, such as nl or de-AT.',
    })
  if (faults.length === 0 && timezone !== undefined) givenTimeZone(timezone, 'timezone')
  else if (timezone !== undefined && findTimeZone(timezone) === null) faults.push(unknownTimeZone('timezone'))
  if (faults.length > 0) throw invalid(...faults)
}

/** Rounded as answers show it: a finer instant would look like a change when it is sent back. */
function parseInstant(text: string): Temporal.Instant {
  return Temporal.Instant.from(text).round('millisecond')
}

/** Calendar years, in UTC. */
function latestStart(now: Temporal.Instant): Temporal.Instant {
  return now.toZonedDateTimeISO('UTC').add({ years: maxAheadYears }).toInstant()
}

/**
 * True when a date-time's own offset is not the one its zone has at that instant. The instant wins all the same. `Z` and
 * `-00:00` say nothing of a zone (RFC 3339, section 4.3).
 */
export function isOffsetOfAnotherZone(text: string, timezone: string): boolean {
  const offset = /([+-]\d{2}:\d{2})$/.exec(text)?.[1] ?? '-00:00'
  return offset !== '-00:00' && Temporal.Instant.from(text).toZonedDateTimeISO(timezone).offset !== offset
}
