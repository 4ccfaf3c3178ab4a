import { queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from '#web/api/client.ts'
import { addDays, startOfDay } from '#web/ui/time/days.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { queryOf, type AppointmentFilters } from '../filters.ts'

/** Which day, narrowed as the list was; with telephone numbers only where they are asked for. */
export type DaySheetSearch = AppointmentFilters & { readonly day?: string; readonly contact?: true }

/** All appointments of a day, however many there are: a sheet that leaves somebody out is worse than none. */
export function wholeDay(holder: string, timeZone: string, day: string, search: AppointmentFilters) {
  const filters = queryOf(search)
  return queryOptions({
    queryKey: ['listHolderAppointments', 'whole day', holder, timeZone, day, filters],
    queryFn: async ({ signal }): Promise<readonly Appointment[]> => {
      const span = { from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) }
      const all: Appointment[] = []
      let pageToken: string | null = null
      do {
        const query = {
          ...span,
          ...filters,
          pageSize: '100',
          ...(pageToken === null ? {} : { pageToken }),
        }
        const page: DataOf<'listHolderAppointments'> = await call(
          'listHolderAppointments',
          { params: { platformHolderId: holder }, query },
          signal,
        )
        all.push(...page.items)
        pageToken = page.nextPageToken
      } while (pageToken !== null)
      return all
    },
    staleTime: 60_000,
  })
}
