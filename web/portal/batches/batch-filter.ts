import { now } from '#web/api/clock.ts'
import { addDays, dayOf, isDay, startOfDay } from '#web/ui/time/days.ts'
import type { AppointmentSearch } from '../appointments/appointment-queries.ts'
import type { BatchInput } from './batch-queries.ts'
import type { BatchSearch } from './routes.ts'

/** Most days that a batch spans. */
const longestDays = 14

/** The first and the last day that an address says: one where it says no last one, and for single ones as many as there can be. */
export function daysOf({ day, until, ids }: BatchSearch, timeZone: string): { from: string; until: string } {
  const from = isDay(day) ? day : dayOf(now(), timeZone)
  const latest = addDays(from, longestDays - 1)
  if (ids !== undefined) return { from, until: latest }
  const last = isDay(until) && until > from ? until : from
  return { from, until: last < latest ? last : latest }
}

/** Which appointments an address says, as the API takes it. */
export function filterOf(search: BatchSearch, timeZone: string): BatchInput['filter'] {
  const { location, type, ids, without } = search
  const { from, until } = daysOf(search, timeZone)
  return {
    from: startOfDay(from, timeZone),
    to: startOfDay(addDays(until, 1), timeZone),
    ...(location === undefined ? {} : { locationIds: [location] }),
    ...(type === undefined ? {} : { appointmentTypeIds: [type] }),
    ...(ids === undefined ? {} : { appointmentIds: [...ids] }),
    ...(without === undefined ? {} : { excludedAppointmentIds: [...without] }),
  }
}

/**
 * All that the list of appointments shows from its day on, without the ones left out; null where it is narrowed to what a batch cannot
 * be told.
 */
export function allOf(list: AppointmentSearch, without: readonly string[], timeZone: string): BatchSearch | null {
  const { day = '', status, answer, delivery, language, location, type } = list
  if (answer ?? delivery ?? language) return null
  if (status !== undefined && status !== 'registered') return null
  const today = dayOf(now(), timeZone)
  const first = day > today ? day : today
  const until = addDays(first, longestDays - 1)
  return { day: first, until, location, type, without: without.length === 0 ? undefined : without }
}
