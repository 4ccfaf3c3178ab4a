import type { BodyOf } from '#web/api/client.ts'
import { part } from '#web/api/part.ts'
import type { Fault } from '#web/ui/form/faults.ts'
import type { Locale } from '#web/ui/language/locales.ts'
import { latinDigits } from '#web/ui/form/latin-digits.ts'
import { instantOf, isSkipped } from '#/locales/zoned-time.ts'
import { addDays, dayOf, timeOf } from '#web/ui/time/days.ts'
import type { Profile } from '../../holder-queries.ts'
import type { Person } from '../../people/people-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { ofTextFacts, type TextFact } from './text-facts.ts'

/** A locale of the contract, that of the organization, or nothing: what is remembered for the person. */
export type LanguageChoice = Locale | 'organization' | ''

/** An appointment as it is typed. */
export type Draft = Readonly<Record<TextFact, string>> & {
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
  ...ofTextFacts(() => ''),
}

/** Without the title that the API fills in where none was given. */
export function draftOf(appointment: Appointment, { displayName }: Profile): Draft {
  const { startsAt, endsAt, timezone, recipient } = appointment
  return {
    name: recipient.displayName,
    phone: recipient.phoneNumberE164 ?? '',
    email: recipient.email ?? '',
    language: recipient.locale ?? 'organization',
    day: dayOf(startsAt, timezone),
    time: timeOf(startsAt, timezone),
    minutes: String(Math.round(lengthMsOf({ startsAt, endsAt }) / 60_000)),
    typeId: appointment.appointmentTypeId ?? '',
    locationId: appointment.locationId ?? '',
    ...ofTextFacts((name) => appointment[name] ?? ''),
    ...(appointment.title === displayName ? { title: '' } : {}),
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
/** Those that can be typed. */
export const draftFields = Object.keys(emptyDraft) as readonly (keyof Draft)[]

export type Body = Omit<BodyOf<'createHolderAppointment'>, 'clientRequestId'>

/** The draft as the API takes it, or all that is missing in it or cannot be read. */
export type Reading = { readonly body: Body } | { readonly gaps: readonly Fault[] }

/**
 * @param country for numbers typed without one, ISO 3166-1 alpha-2
 * @param opened the appointment that is changed: what was not typed over it stays exactly as it is
 */
export async function bodyOf(draft: Draft, timeZone: string, country: string, opened?: Opened): Promise<Reading> {
  const phone = await phoneOf(draft.phone, country)
  const email = draft.email.trim()
  const gaps: Fault[] = []
  if (draft.name.trim() === '') gaps.push({ path: 'recipient.displayName', code: 'required' })
  if (phone === null) gaps.push({ path: 'recipient.phoneNumberE164', code: 'invalid_format' })
  if (phone === '' && email === '') gaps.push({ path: 'recipient.phoneNumberE164', code: 'required' })
  const times = timesOf(draft, timeZone, opened)
  if (Array.isArray(times)) gaps.push(...times)
  if (gaps.length > 0) return { gaps }
  const body = {
    ...times,
    timezone: timeZone,
    appointmentTypeId: draft.typeId || null,
    locationId: draft.locationId || null,
    ...ofTextFacts((name) => draft[name].trim() || null),
    recipient: {
      displayName: draft.name.trim(),
      email: email || null,
      phoneNumberE164: phone || null,
      ...saidOf(draft.language),
    },
  } as Body
  return { body }
}

type Times = Pick<Body, 'startsAt' | 'endsAt'>
export type Opened = Draft & Times

/**
 * Day and time say less than an instant does: a time may come twice on its day, and an appointment may begin or last
 * some seconds more. So only what was typed is worked out.
 */
function timesOf({ day, time, minutes: typed }: Draft, timeZone: string, opened?: Opened): Times | Fault[] {
  const isStartKept = opened?.day === day && opened.time === time
  const isLengthKept = opened?.minutes === typed
  const minutes = latinDigits(typed)
  const gaps: Fault[] = []
  if (day === null) gaps.push({ path: 'startsAt', code: 'required' })
  if (time === null) gaps.push({ path: 'startsAt.time', code: 'required' })
  else if (day !== null && !isStartKept && isSkipped(day, time, timeZone))
    gaps.push({ path: 'startsAt.time', code: 'skipped_by_clock' })
  if (!isLengthKept && (!/^\d{1,4}$/.test(minutes) || Number(minutes) < 1))
    gaps.push({ path: 'endsAt', code: 'invalid_format' })
  if (gaps.length > 0 || day === null || time === null) return gaps
  const startsAt = isStartKept ? opened.startsAt : instantOf(day, time, timeZone).toISOString()
  if (isStartKept && isLengthKept) return { startsAt, endsAt: opened.endsAt }
  const lengthMs = isLengthKept ? lengthMsOf(opened) : Number(minutes) * 60_000
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + lengthMs).toISOString() }
}

function lengthMsOf({ startsAt, endsAt }: Times): number {
  return Date.parse(endsAt) - Date.parse(startsAt)
}

/** What the API is told of a language; nothing where the remembered one is to stay. */
export function saidOf(choice: LanguageChoice): { locale?: Locale | null } {
  return choice === '' ? {} : { locale: choice === 'organization' ? null : choice }
}

/**
 * The fields of a body that are not as before: what was not typed here stays as it is by then, the language too. Where
 * there are none, the start, which keeps the time that somebody asked to change.
 */
export function changesOf(body: Body, before: Reading): Partial<Body> {
  const old: Partial<Body> = 'body' in before ? before.body : {}
  const isSame = (field: string, value: unknown) => JSON.stringify(value) === JSON.stringify(old[field as keyof Body])
  const changes = Object.entries(body).filter(([field, value]) => !isSame(field, value))
  if (changes.length === 0) return { startsAt: body.startsAt }
  const { recipient, ...others }: Partial<Body> = Object.fromEntries(changes)
  if (recipient === undefined) return others
  const { locale, ...contact } = recipient
  return { ...others, recipient: locale === old.recipient?.locale ? contact : recipient }
}

/** In E.164; empty when nothing was typed, null when it is not a number. The form loads the parser once something is typed. */
export async function phoneOf(typed: string, country: string): Promise<string | null> {
  if (typed.trim() === '') return ''
  const { parseNumber } = await loadNumbers()
  return parseNumber(typed, country)?.number ?? null
}

/** Code that reads telephone numbers. */
export function loadNumbers() {
  return part(() => import('../phone-number.ts'))
}
