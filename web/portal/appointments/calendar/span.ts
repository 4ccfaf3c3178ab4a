import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { addDays, startOfDay, startOfWeek } from '#web/ui/time/days.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { queryOf, type AppointmentFilters } from '../filters.ts'

/**
 * What a day or a week shows. A desk reads a few hundred appointments at a glance, and six calls are what a page may
 * cost: up to four hundred are read and drawn. Where there are more, the page says so, and a filter by location shows the
 * rest.
 */
export type Span = {
  /** Local days of the organization. */
  readonly days: readonly string[]
  /** In order of start, with those of the evening before that last into the first day. */
  readonly appointments: readonly Appointment[]
  /** False when these are only the first ones. */
  readonly isComplete: boolean
}

export type View = 'day' | 'week'

const pagesMax = 4
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
    queryFn: async ({ signal }): Promise<Span> => ({
      days,
      ...(await readFirst(holder, timeZone, days, filters, signal)),
    }),
    refetchInterval: 60_000,
  })
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
