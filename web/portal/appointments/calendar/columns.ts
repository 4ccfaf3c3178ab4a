import { addDays, startOfDay } from '#web/ui/time/days.ts'
import type { Profile } from '../../holder-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'

/** What stands under one heading: a day of a week, or a location on a day. */
export type Column = {
  readonly key: string
  readonly day: string
  /** Of what is made there or moved there; null for none, undefined where the column is of all locations. */
  readonly locationId: string | null | undefined
  /** Name of the location; null for a day. */
  readonly name: string | null
  readonly appointments: readonly Appointment[]
}

/** Locations that are shown although nobody comes there that day; more would push the others out of sight. */
const emptyMax = 6

export function columnsOfWeek(
  days: readonly string[],
  appointments: readonly Appointment[],
  timeZone: string,
  locationId: string | undefined,
): readonly Column[] {
  return days.map((day) => ({
    key: day,
    day,
    locationId,
    name: null,
    appointments: ofDay(appointments, day, timeZone),
  }))
}

export function columnsOfDay(
  day: string,
  appointments: readonly Appointment[],
  timeZone: string,
  locations: readonly Pick<Locations[number], 'id' | 'name'>[],
  unnamed: string,
): readonly Column[] {
  const shown = ofDay(appointments, day, timeZone)
  const byLocation = Map.groupBy(shown, ({ locationId }) => locationId)
  const known = locations
    .filter(({ id }) => locations.length <= emptyMax || byLocation.has(id))
    .map(({ id, name }) => ({ id, name: name || id }))
  const knownIds = new Set(known.map(({ id }) => id))
  // A location may have been removed since, which its appointments still name.
  const removed = [...byLocation].flatMap(([id, [one]]) =>
    id === null || knownIds.has(id) ? [] : [{ id, name: one?.place ?? id }],
  )
  const none = byLocation.has(null) || known.length + removed.length === 0 ? [{ id: null, name: unnamed }] : []
  return [...known, ...removed, ...none].map(({ id, name }) => ({
    key: id ?? '',
    day,
    locationId: id,
    name,
    appointments: byLocation.get(id) ?? [],
  }))
}

/** Those that lie on a day, also with their end alone. */
export function ofDay(appointments: readonly Appointment[], day: string, timeZone: string): readonly Appointment[] {
  const [from, to] = [day, addDays(day, 1)].map((one) => Date.parse(startOfDay(one, timeZone))) as [number, number]
  return appointments.filter(({ startsAt, endsAt }) => Date.parse(startsAt) < to && Date.parse(endsAt) > from)
}

type Locations = NonNullable<Profile['schedulingSetup']>['locations']
