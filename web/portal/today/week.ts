import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { now } from '#web/api/clock.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { readSpan, type Span } from '../appointments/appointment-queries.ts'
import { awaitingNewTime, pendingRequests } from '../requests/request-queries.ts'

/** Today and the six days after it. */
export type Week = Span

/** On a page that stays open overnight today becomes another day. */
export function week(holder: string, timeZone: string) {
  return queryOptions({
    queryKey: ['listHolderAppointments', 'week', holder, timeZone],
    queryFn: ({ signal }) => readSpan(holder, timeZone, { first: dayOf(now(), timeZone), days: 7 }, signal),
    refetchInterval: 60_000,
  })
}

/** Asks for what Today shows, before the organization's time zone is known: nearly always that of the browser. */
export function askForToday(queryClient: QueryClient, holder: string): void {
  void queryClient.prefetchQuery(week(holder, Intl.DateTimeFormat().resolvedOptions().timeZone))
  void queryClient.prefetchQuery(pendingRequests(holder))
  void queryClient.prefetchQuery(awaitingNewTime(holder))
}
