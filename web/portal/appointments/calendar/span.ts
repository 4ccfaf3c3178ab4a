import { queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from '#web/api/client.ts'
import { addDays, startOfDay, startOfWeek } from '#web/ui/time/days.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { isFiltered, queryOf, type AppointmentFilters } from '../filters.ts'

/**
 * What a day or a week shows. A desk reads a few hundred appointments at a glance, and six calls are what a page may
 * cost: up to three hundred are read and drawn. Where there are more, they are counted by day and location, and each count
 * opens the day at that location. What is not shown is always counted.
 */
export type Span = {
  /** Local days of the organization. */
  readonly days: readonly string[]
  /** How many there are by day and location, cancelled ones left out; null while a filter decides which are shown. */
  readonly counts: readonly Count[] | null
  /** In order of start, with those of the evening before that last into the first day; null where there are too many. */
  readonly appointments: readonly Appointment[] | null
  /** False when these are only the first ones. */
  readonly isComplete: boolean
}

/** `none` for no location. */
export type Count = { readonly day: string; readonly locationId: string; readonly count: number }

export type View = 'day' | 'week'

const pagesMax = 3
const pageSize = 100

/** The days that a view of a day shows. */
export function daysOf(view: View, day: string): readonly string[] {
  const first = view === 'week' ? startOfWeek(day) : day
  return Array.from({ length: view === 'week' ? 7 : 1 }, (_, index) => addDays(first, index))
}

export function calendarSpan(holder: string, timeZone: string, view: View, day: string, filters: AppointmentFilters) {
  const days = daysOf(view, day)
  return queryOptions({
    queryKey: ['listHolderAppointments', 'calendar', holder, timeZone, view, days[0], queryOf(filters)],
    queryFn: async ({ signal }): Promise<Span> => {
      const { location, ...others } = filters
      const counts = isFiltered(others) ? null : await countsOf(holder, days, location, signal)
      const isTooMuch = counts !== null && sumOf(counts) > pagesMax * pageSize
      // At one location even the busiest day begins somewhere.
      if (isTooMuch && (view === 'week' || location === undefined))
        return { days, counts, appointments: null, isComplete: true }
      return { days, counts, ...(await readFirst(holder, timeZone, days, filters, signal)) }
    },
  })
}

export function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

async function countsOf(holder: string, days: readonly string[], location: string | undefined, signal: AbortSignal) {
  const query = { from: days[0] ?? '', to: days.at(-1) ?? '', groupBy: 'dayAndLocation' } as const
  const report = await call('getHolderAppointmentCounts', { params: { platformHolderId: holder }, query }, signal)
  return report.groups
    .map(toCount)
    .filter(({ locationId, count }) => count > 0 && (location === undefined || locationId === location))
}

function toCount(group: DataOf<'getHolderAppointmentCounts'>['groups'][number]): Count {
  const { day, locationId, appointments, cancelled } = group
  return { day: day ?? '', locationId: locationId ?? 'none', count: appointments - cancelled }
}

/** Nothing lasts longer than a day, so that what lies on the first day began on it or the day before. */
async function readFirst(
  holder: string,
  timeZone: string,
  days: readonly string[],
  filters: AppointmentFilters,
  signal: AbortSignal,
): Promise<Pick<Span, 'appointments' | 'isComplete'>> {
  const first = days[0] ?? ''
  const span = {
    from: startOfDay(addDays(first, -1), timeZone),
    endsAfter: startOfDay(first, timeZone),
    to: startOfDay(addDays(first, days.length), timeZone),
  }
  const appointments: Appointment[] = []
  let pageToken: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const query = {
      ...span,
      ...queryOf(filters),
      pageSize: String(pageSize),
      ...(pageToken === undefined ? {} : { pageToken }),
    }
    const answer = await call('listHolderAppointments', { params: { platformHolderId: holder }, query }, signal)
    appointments.push(...answer.items)
    if (answer.nextPageToken === null) return { appointments, isComplete: true }
    pageToken = answer.nextPageToken
  }
  return { appointments, isComplete: false }
}
