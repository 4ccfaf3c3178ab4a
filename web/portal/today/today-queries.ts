import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { now } from '#web/api/clock.ts'
import { call, type DataOf } from '#web/api/client.ts'
import { addDays, dayOf, startOfDay } from '#web/ui/time/days.ts'

/** `tookMs`: how long counting took, so that a large clinic's days are not counted without a pause. */
export type Counts = DataOf<'getHolderAppointmentCounts'> & { readonly tookMs: number }
export type CountsOfDay = Omit<Counts['groups'][number], 'day' | 'locationId'>

/** Today and the six days after it. */
export const daysOfWeek = 7

/** How many come on each of these days and what became of their messages, counted by the server to the last one. */
export function weekCounts(holder: string, today: string) {
  const query = { from: today, to: addDays(today, daysOfWeek - 1) }
  return queryOptions({
    queryKey: ['getHolderAppointmentCounts', holder, query],
    queryFn: async ({ signal }): Promise<Counts> => {
      const before = performance.now()
      const counts = await call('getHolderAppointmentCounts', { params: { platformHolderId: holder }, query }, signal)
      return { ...counts, tookMs: performance.now() - before }
    },
  })
}

/** The counts of a day; undefined where nobody comes. */
export function countsOf({ groups }: Counts, day: string): CountsOfDay | undefined {
  return groups.find((group) => group.day === day)
}

/** How many still come of what a day counts. */
export function comingOf(counts: CountsOfDay | undefined): number {
  return counts === undefined ? 0 : counts.appointments - counts.cancelled
}

/** A day with more appointments than this begins with those that are still to come. */
export const wholeDayMax = 100

/** All of a day; those from about now on; or those before, whose end was fixed by the others. */
export type Part = { readonly of: 'all' | 'ahead' } | { readonly of: 'earlier'; readonly to: string }

type Cursor = { readonly from: string; readonly pageToken: string } | null

/** The appointments of a part of today, a hundred at a time. */
export function todayList(holder: string, timeZone: string, today: string, part: Part) {
  return infiniteQueryOptions({
    queryKey: ['listHolderAppointments', 'today', holder, timeZone, today, part],
    queryFn: async ({ pageParam, signal }) => {
      const start = startOfDay(today, timeZone)
      const from = pageParam?.from ?? (part.of === 'ahead' ? aboutNow(start) : start)
      const to = part.of === 'earlier' ? part.to : startOfDay(addDays(today, 1), timeZone)
      const token = pageParam === null ? {} : { pageToken: pageParam.pageToken }
      const query = { from, to, pageSize: '100', ...token }
      const page = await call('listHolderAppointments', { params: { platformHolderId: holder }, query }, signal)
      return { ...page, from }
    },
    initialPageParam: null as Cursor,
    getNextPageParam: ({ from, nextPageToken }): Cursor | undefined =>
      nextPageToken === null ? undefined : { from, pageToken: nextPageToken },
  })
}

/** Half an hour back, to the quarter: who is late, or still there, is not over yet. */
function aboutNow(startOfToday: string): string {
  const quarterMs = 900_000
  const from = Math.floor(now().getTime() / quarterMs) * quarterMs - 2 * quarterMs
  return new Date(Math.max(from, Date.parse(startOfToday))).toISOString()
}

const unreachedShown = 5

/** The first of those whom no message reached and who still have an appointment in these days. */
export function firstUnreached(holder: string, timeZone: string, today: string) {
  return queryOptions({
    queryKey: ['listHolderAppointments', 'first unreached', holder, timeZone, today],
    queryFn: async ({ signal }) => {
      const query = { ...unreachedFrom(timeZone, today), pageSize: String(unreachedShown) }
      return (await call('listHolderAppointments', { params: { platformHolderId: holder }, query }, signal)).items
    },
  })
}

/** All of them, fifty at a time. */
export function allUnreached(holder: string, timeZone: string, today: string) {
  return infiniteQueryOptions({
    queryKey: ['listHolderAppointments', 'all unreached', holder, timeZone, today],
    queryFn: async ({ pageParam, signal }) => {
      const from = pageParam?.from ?? now().toISOString()
      const token = pageParam === null ? {} : { pageToken: pageParam.pageToken }
      const query = { ...unreachedFrom(timeZone, today), from, pageSize: '50', ...token }
      const page = await call('listHolderAppointments', { params: { platformHolderId: holder }, query }, signal)
      return { ...page, from }
    },
    initialPageParam: null as Cursor,
    getNextPageParam: ({ from, nextPageToken }): Cursor | undefined =>
      nextPageToken === null ? undefined : { from, pageToken: nextPageToken },
  })
}

function unreachedFrom(timeZone: string, today: string) {
  const to = startOfDay(addDays(today, daysOfWeek), timeZone)
  return { attention: 'unreached', from: now().toISOString(), to } as const
}

/** Everybody whose appointment waits for a new time, asked for or promised, fifty at a time. */
export function allToMove(holder: string) {
  return infiniteQueryOptions({
    queryKey: ['listHolderAppointments', 'to move', holder],
    queryFn: ({ pageParam, signal }) => {
      const token = pageParam === null ? {} : { pageToken: pageParam }
      const query = { attention: 'new_time', pageSize: '50', ...token } as const
      return call('listHolderAppointments', { params: { platformHolderId: holder }, query }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextPageToken }) => nextPageToken,
  })
}

/** Asks for what Today shows, before the organization's day is known: nearly always that of the browser. */
export function askForToday(queryClient: QueryClient, holder: string): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const today = dayOf(now(), timeZone)
  void queryClient.prefetchQuery(weekCounts(holder, today))
  void queryClient.prefetchQuery(firstUnreached(holder, timeZone, today))
}
