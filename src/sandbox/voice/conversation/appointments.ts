import { Type, type Static } from 'typebox'
import { normalized } from './language.ts'
import type { SpokenTime } from './spoken-time.ts'
import type { SpokenAppointment } from './words.ts'

/** The part of an appointment that the agent uses. */
export const AppointmentResult = Type.Object({
  id: Type.String(),
  startsAt: Type.String(),
  endsAt: Type.String(),
  timezone: Type.String(),
  recipient: Type.Object({ displayName: Type.String() }),
  confirmation: Type.Object({ status: Type.String() }),
  origin: Type.Optional(Type.String()),
})
export const AppointmentList = Type.Object({
  items: Type.Array(AppointmentResult),
  nextPageToken: Type.Union([Type.String(), Type.Null()]),
})

export type KnownAppointment = SpokenAppointment & {
  readonly id: string
  readonly endsAt: Temporal.ZonedDateTime
  /** Its time is managed by another system. */
  readonly isManagedElsewhere: boolean
}

export function toKnown(result: Static<typeof AppointmentResult>): KnownAppointment {
  const local = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(result.timezone)
  return {
    id: result.id,
    name: result.recipient.displayName,
    startsAt: local(result.startsAt),
    endsAt: local(result.endsAt),
    isConfirmed: result.confirmation.status === 'confirmed',
    isManagedElsewhere: result.origin === 'intake',
  }
}

/** The appointments that an answer to "which one?" means: by number, by day and time, or by name. */
export function chosen(list: readonly KnownAppointment[], text: string, when: SpokenTime): readonly KnownAppointment[] {
  const place = placeIn(text)
  if (place !== null) return list.filter((appointment) => appointment === list.at(place))
  return when.day !== null || when.time !== null ? atTime(list, when) : named(list, text)
}

/** The appointments at the day and time that were said. */
export function atTime(
  list: readonly KnownAppointment[],
  { day, weekday, time }: SpokenTime,
): readonly KnownAppointment[] {
  return list.filter(
    ({ startsAt }) => (day === null || isOn(startsAt, day.first, weekday)) && (time === null || isAt(startsAt, time)),
  )
}

/** The appointments of people whose name has every word that was said. */
export function named(list: readonly KnownAppointment[], text: string): readonly KnownAppointment[] {
  const spoken = normalized(text).split(' ')
  return list.filter(({ name }) => {
    const parts = normalized(name).split(' ')
    return spoken.every((word) => parts.includes(word))
  })
}

function isOn(startsAt: Temporal.ZonedDateTime, date: Temporal.PlainDate, weekday: number | null): boolean {
  return startsAt.toPlainDate().equals(date) || startsAt.dayOfWeek === weekday
}

function isAt(startsAt: Temporal.ZonedDateTime, time: Temporal.PlainTime): boolean {
  return startsAt.hour === time.hour && startsAt.minute === time.minute
}

/** A place in a list, from 0, or -1 for the last; null when none was said. */
export function placeIn(text: string): number | null {
  const said = normalized(text)
  const digit = /^(?:number |nummer )?(\d{1,2})$/.exec(said)
  if (digit) return Number(digit[1]) - 1
  if (/\b(last|laatste)\b/.test(said)) return -1
  const words = said.split(' ')
  for (const list of ordinals) {
    const place = list.findIndex((word) => words.includes(word))
    if (place >= 0) return place
  }
  return null
}

const ordinals = [
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'],
  ['eerste', 'tweede', 'derde', 'vierde', 'vijfde', 'zesde', 'zevende', 'achtste'],
]
