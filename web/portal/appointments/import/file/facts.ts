import type { BodyOf } from '#web/api/client.ts'
import type { Locale } from '#/locales/locales.ts'
import { readLocale } from '#/locales/read-locale.ts'
import { webAddress } from '#/locales/web-address.ts'
import type { TextFact } from '../../form/text-facts.ts'
import { parseNumber } from '../../phone-number.ts'
import { ofTextColumns, textColumns } from './columns.ts'

/** What a row or an event says of an appointment, not yet checked. */
export type Facts = {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly language: string
  readonly texts: Readonly<Record<TextFact, string>>
}

/** Why a row becomes no appointment. */
export type Fault =
  | 'unreadable'
  | 'no_name'
  | 'no_contact'
  | 'phone_unknown'
  | 'email_unknown'
  | 'no_day'
  | 'no_such_day'
  | 'no_time'
  | 'no_such_time'
  | 'skipped_by_clock'
  | 'past'
  | 'too_far_ahead'
  | 'end'
  | 'too_long'
  | 'twice'
  | 'there_already'
  | 'all_day'
  | 'cancelled'
  | 'several_people'
  | 'no_occurrence'

/** All but what the whole file has in common. */
type Sent = Omit<BodyOf<'createHolderAppointment'>, 'clientRequestId' | 'appointmentTypeId' | 'locationId'>
export type Body = Omit<Sent, 'recipient'> & {
  readonly recipient: Omit<Sent['recipient'], 'locale'> & { readonly locale?: Locale }
}

/** What holds for every row. */
export type Common = {
  readonly timeZone: string
  /** For numbers written without one, ISO 3166-1 alpha-2. */
  readonly country: string
  readonly now: Date
}

/** The appointment as the API takes it, or why it cannot be one. */
export function bodyOf(facts: Facts, common: Common): Body | Fault {
  const { startsAt, endsAt } = facts
  const name = oneLine(facts.name)
  const texts = ofTextColumns((text) => (text === 'locationLabel' ? placeOf : oneLine)(facts.texts[text]))
  if (name === '') return 'no_name'
  const phone = phoneOf(facts.phone, common.country)
  if (phone === null) return 'phone_unknown'
  if (facts.email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(facts.email)) return 'email_unknown'
  if (phone === '' && facts.email === '') return 'no_contact'
  const locale = readLocale(facts.language)
  const isTooLong = ofTextColumns((text) => texts[text].length > textColumns[text].maxLength)
  if (name.length > 200 || Object.values(isTooLong).includes(true)) return 'too_long'
  if (startsAt <= common.now) return 'past'
  if (startsAt.getTime() - common.now.getTime() > furthestMs) return 'too_far_ahead'
  const ms = endsAt.getTime() - startsAt.getTime()
  if (ms <= 0 || ms > dayMs) return 'end'
  return {
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timezone: common.timeZone,
    ...ofTextColumns((text) => texts[text] || null),
    recipient: {
      displayName: name,
      email: facts.email || null,
      phoneNumberE164: phone || null,
      // Without a language of ours in the file, the one that is remembered.
      ...(locale === null ? {} : { locale }),
    },
  }
}

const dayMs = 24 * 3_600_000
/** The API takes at most three calendar years ahead. */
const furthestMs = 3 * 365 * dayMs

/** Without the line breaks and control characters that the API refuses. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Calendars write an address on several lines, and that of a video call, which is no place to the API. */
function placeOf(text: string): string {
  const place = oneLine(text.trim().replaceAll(/,?\s*[\r\n]+\s*/g, ', '))
  return webAddress.test(place) ? '' : place
}

/** In E.164; empty when none is given, null when it is not a number. */
function phoneOf(given: string, country: string): string | null {
  if (given === '') return ''
  const number = parseNumber(given, country)
  return number?.isValid() ? number.number : null
}
