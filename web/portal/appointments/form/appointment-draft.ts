import type { BodyOf } from '#web/api/client.ts'
import type { Locale } from '#web/ui/language/locales.ts'
import { addDays, dayOf, instantOf, timeOf } from '#web/ui/time/days.ts'
import type { Profile } from '../../holder-queries.ts'
import type { Person } from '../../people/people-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'

/** A locale of the contract, that of the organization, or nothing: what is remembered for the person. */
export type LanguageChoice = Locale | 'organization' | ''

/** An appointment as it is typed. */
export type Draft = {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly language: LanguageChoice
  readonly day: string | null
  readonly time: string | null
  readonly minutes: string
  /** Empty for none, as for the location. */
  readonly typeId: string
  readonly locationId: string
  readonly title: string
  readonly place: string
}

export const emptyDraft: Draft = {
  name: '',
  phone: '',
  email: '',
  language: '',
  day: null,
  time: null,
  minutes: '30',
  typeId: '',
  locationId: '',
  title: '',
  place: '',
}

/** Without what the API fills in where nothing was given: its own name as the title, and as the place the location's. */
export function draftOf(appointment: Appointment, { displayName, schedulingSetup }: Profile): Draft {
  const { startsAt, endsAt, timezone, recipient, locationLabel } = appointment
  const location = schedulingSetup?.locations.find(({ id }) => id === appointment.locationId)
  return {
    name: recipient.displayName,
    phone: recipient.phoneNumberE164 ?? '',
    email: recipient.email ?? '',
    language: recipient.locale ?? 'organization',
    day: dayOf(startsAt, timezone),
    time: timeOf(startsAt, timezone),
    minutes: String((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000),
    typeId: appointment.appointmentTypeId ?? '',
    locationId: appointment.locationId ?? '',
    title: appointment.title === displayName ? '' : appointment.title,
    place: locationLabel === null || locationLabel === location?.name ? '' : locationLabel,
  }
}

/** For another appointment of a person: who it is, and nothing else. */
export function draftFor({ displayName, phoneNumberE164, email, locale }: Person): Draft {
  const language = locale ?? 'organization'
  return { ...emptyDraft, name: displayName, phone: phoneNumberE164 ?? '', email: email ?? '', language }
}

/** The same appointment some weeks later, at the same time of day. */
export function draftAgain(appointment: Appointment, profile: Profile, weeks: number): Draft {
  const draft = draftOf(appointment, profile)
  return { ...draft, day: draft.day === null ? null : addDays(draft.day, 7 * weeks) }
}

export type Body = Omit<BodyOf<'createHolderAppointment'>, 'clientRequestId'>

/** A field that is missing or cannot be read, by its name in the API. */
export type Gap = 'startsAt' | 'endsAt' | 'recipient.displayName' | 'recipient.phoneNumberE164' | 'recipient'

/**
 * The draft as the API takes it, or the first gap in it.
 *
 * @param country for numbers typed without one, ISO 3166-1 alpha-2
 */
export async function bodyOf(draft: Draft, timeZone: string, country: string): Promise<Body | Gap> {
  const { day, time, minutes } = draft
  if (draft.name.trim() === '') return 'recipient.displayName'
  const phone = await phoneOf(draft.phone, country)
  if (phone === null) return 'recipient.phoneNumberE164'
  const email = draft.email.trim()
  if (phone === '' && email === '') return 'recipient'
  if (day === null || time === null) return 'startsAt'
  if (!/^\d{1,4}$/.test(minutes) || Number(minutes) < 1) return 'endsAt'
  const start = instantOf(day, time, timeZone)
  return {
    startsAt: start.toISOString(),
    endsAt: new Date(start.getTime() + Number(minutes) * 60_000).toISOString(),
    timezone: timeZone,
    appointmentTypeId: draft.typeId || null,
    locationId: draft.locationId || null,
    title: draft.title.trim() || null,
    locationLabel: draft.place.trim() || null,
    recipient: {
      displayName: draft.name.trim(),
      email: email || null,
      phoneNumberE164: phone || null,
      ...saidOf(draft.language),
    },
  } as Body
}

/** What the API is told of a language; nothing where the remembered one is to stay. */
export function saidOf(choice: LanguageChoice): { locale?: Locale | null } {
  return choice === '' ? {} : { locale: choice === 'organization' ? null : choice }
}

/**
 * The fields of a body that are not as before: what was not typed here stays as it is by then, the language too. Where
 * there are none, the start, which keeps the time that somebody asked to change.
 */
export function changesOf(body: Body, before: Body | Gap): Partial<Body> {
  const old: Partial<Body> = typeof before === 'string' ? {} : before
  const isSame = (field: string, value: unknown) => JSON.stringify(value) === JSON.stringify(old[field as keyof Body])
  const changes = Object.entries(body).filter(([field, value]) => !isSame(field, value))
  if (changes.length === 0) return { startsAt: body.startsAt }
  const { recipient, ...others }: Partial<Body> = Object.fromEntries(changes)
  if (recipient === undefined) return others
  const { locale, ...contact } = recipient
  return { ...others, recipient: locale === old.recipient?.locale ? contact : recipient }
}

/** In E.164; empty when nothing was typed, null when it is not a number. The parser is loaded on first use. */
export async function phoneOf(typed: string, country: string): Promise<string | null> {
  if (typed.trim() === '') return ''
  const { parseNumber } = await import('../phone-number.ts')
  return parseNumber(typed, country)?.number ?? null
}
