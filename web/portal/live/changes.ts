import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#web/api/api-error.ts'
import { poll, type DataOf, type OperationId } from '#web/api/client.ts'

export type Changes = DataOf<'getHolderChanges'>

/** Marks of what can change while a page is open, and what waits for staff, counted to the end. */
export function changes(holder: string) {
  return queryOptions<Changes>({
    queryKey: ['getHolderChanges', holder],
    queryFn: ({ signal }) => poll('getHolderChanges', { params: { platformHolderId: holder } }, signal),
    // The next one comes soon.
    retry: false,
    staleTime: 2_000,
  })
}

/** How long after an answer it is asked again, so that a change is on the screen within five seconds. */
export const changesEveryMs = 4_000

/** Not while the page is hidden, which the library sees to, nor when whoever asks is let in no more. */
export function pollInterval({ state }: { readonly state: { readonly error: unknown } }): number | false {
  const { error } = state
  return error instanceof ApiError && [401, 403].includes(error.status) ? false : changesEveryMs
}

type Area = 'appointments' | 'requests' | 'organization'

/** The reads that show something of an area. */
const readsOf: Readonly<Record<Area, readonly OperationId[]>> = {
  appointments: [
    'listHolderAppointments',
    'getHolderAppointmentCounts',
    'getHolderAppointment',
    'listHolderAppointmentReminders',
    'getHolderAppointmentCalls',
    'listHolderCalls',
    'getHolderBatch',
    'listHolderBatches',
    'listHolderBatchItems',
    'getHolderPerson',
    'listHolderPersonAppointments',
    'listHolderPersonMessages',
    'listHolderRecipientRequests',
    'getHolderRecipientRequest',
    'listTestInbox',
  ],
  requests: [
    'listHolderReplies',
    'getHolderReply',
    'listHolderRecipientRequests',
    'getHolderRecipientRequest',
    'getHolderAppointment',
    'listHolderAppointments',
  ],
  organization: ['getHolderProfile', 'getHolderOnboarding'],
}

/** The reads that may show something else than before. */
export function changedReads(before: Changes, after: Changes): ReadonlySet<string> {
  const areas: Area[] = ['appointments', 'requests', 'organization']
  const changed = areas.filter((area) => before[area] !== after[area])
  // Requests also expire, which no change is stored for.
  const isCountOther = before.openRequests !== after.openRequests || before.awaitingNewTime !== after.awaitingNewTime
  return new Set([...changed, ...(isCountOther ? (['requests'] as const) : [])].flatMap((area) => readsOf[area]))
}
