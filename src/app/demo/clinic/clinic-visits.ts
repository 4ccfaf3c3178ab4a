import { addressee, personOf, pick, share, type ClinicPerson } from './clinic-person.ts'
import { clinic, clinicTypes, type ClinicPlace } from './clinic-data.ts'

/** Days counted from today: three that are over, and five with two thousand appointments each. */
export const clinicDays = [-3, -2, -1, 0, 1, 2, 3, 4] as const

/** Why a message did not arrive. */
export type Mishap = 'number_unreachable' | 'invalid_number' | 'bounced' | 'outcome_unknown' | 'opted_out' | 'landline'

const mishaps: readonly Mishap[] = [
  'number_unreachable',
  'invalid_number',
  'number_unreachable',
  'bounced',
  'outcome_unknown',
  'bounced',
  'opted_out',
  'number_unreachable',
  'landline',
  'invalid_number',
]

/** What becomes of an appointment besides its messages. */
export type Fate =
  | { readonly is: 'plain' }
  | { readonly is: 'cancelled' }
  /** Its recipient asks to cancel or to move it. */
  | { readonly is: 'asks'; readonly type: 'cancel' | 'reschedule' }
  /** Moving it was approved, and the new time is not known yet. */
  | { readonly is: 'awaits_new_time' }
  | { readonly is: 'unreached'; readonly mishap: Mishap }

export type ClinicVisit = {
  /** Unique among all visits. */
  readonly number: number
  readonly inDays: number
  readonly place: ClinicPlace
  readonly typeNumber: number
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  readonly person: ClinicPerson
  readonly fate: Fate
}

/** The appointments of one day. @param today in the zone of the clinic */
export function visitsOf(today: Temporal.PlainDate, inDays: number): ClinicVisit[] {
  const day = today.add({ days: inDays })
  const slots = clinic.locations.flatMap((place) => slotsOf(place, day))
  return slots.map(({ place, startsAt }, index) => {
    const number = (inDays + 10) * 10_000 + index
    const fate = fateOf(inDays, index)
    const typeNumber = Math.floor(share(number, 'type') ** 2 * clinicTypes.length)
    const [, , minutes] = pick(clinicTypes, typeNumber)
    const person = addressee(personOf(place.timezone, number), fate)
    return { number, inDays, place, typeNumber, startsAt, endsAt: startsAt.add({ minutes }), person, fate }
  })
}

/** From eight to five of the place's own clock, in as many rooms as it takes to see somebody every twenty minutes. */
function slotsOf(place: ClinicPlace, day: Temporal.PlainDate) {
  const rooms = Math.ceil(place.perDay / 27)
  const perRoom = Math.ceil(place.perDay / rooms)
  const opens = day.toZonedDateTime({ timeZone: place.timezone, plainTime: '08:00' })
  return Array.from({ length: place.perDay }, (_, index) => {
    const minutes = Math.floor(((Math.floor(index / rooms) / perRoom) * 9 * 60) / 5) * 5
    return { place, startsAt: opens.add({ minutes }).toInstant() }
  })
}

/** Sixty that ask, eight that wait for a time, three hundred that messages did not reach: the same each time. */
function fateOf(inDays: number, index: number): Fate {
  if (inDays >= 1 && index % 133 === 12) return { is: 'asks', type: index % 2 === 0 ? 'cancel' : 'reschedule' }
  if ((inDays === 2 || inDays === 3) && index % 500 === 33) return { is: 'awaits_new_time' }
  if (inDays >= 0 && inDays <= 2 && index % 20 === 7)
    return { is: 'unreached', mishap: pick(mishaps, Math.floor(index / 20)) }
  return index % 25 === 3 ? { is: 'cancelled' } : { is: 'plain' }
}
