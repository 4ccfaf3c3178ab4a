import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { now } from '#web/api/clock.ts'
import { read, type ItemOf } from '#web/api/client.ts'
import { remindersOf, type Reminder } from '../appointments/appointment-queries.ts'
import type { Appointment } from '../appointments/delivery-pill.tsx'

export type Request = ItemOf<'listHolderRecipientRequests'>
export type RequestStatus = Request['status']

/** Pending requests, or all. */
export type RequestSearch = { readonly show?: 'all'; readonly pageToken?: string }

export function requestList(holder: string, { show, pageToken }: RequestSearch) {
  return read('listHolderRecipientRequests', {
    params: { platformHolderId: holder },
    query: { ...(show === 'all' ? {} : { status: 'pending_review' }), ...(pageToken ? { pageToken } : {}) },
  })
}

/** The first of those that wait: what Today shows and the navigation counts. */
export function pendingRequests(holder: string) {
  return read('listHolderRecipientRequests', {
    params: { platformHolderId: holder },
    query: { status: 'pending_review', pageSize: '25' },
  })
}

/** The newest hundred approved requests for another time. */
function approvedMoves(holder: string) {
  return read('listHolderRecipientRequests', {
    params: { platformHolderId: holder },
    query: { status: 'approved', type: 'reschedule', pageSize: '100' },
  })
}

/** Appointments that nobody has moved although another time was approved, so that their reminders wait. */
export function awaitingNewTime(holder: string) {
  return queryOptions({
    queryKey: ['listHolderRecipientRequests', 'awaiting new time', holder],
    queryFn: async ({ client }): Promise<readonly Appointment[]> => {
      const { items } = await client.fetchQuery(approvedMoves(holder))
      // A request expires when its appointment was to start.
      const ahead = new Map(
        items
          .filter(({ expiresAt }) => Date.parse(expiresAt) > now().getTime())
          .map(({ appointmentId, expiresAt }) => [appointmentId, expiresAt]),
      )
      const waiting = [...ahead].map(async ([appointmentId, expiresAt]) => {
        const appointment = await client.fetchQuery(appointmentOf(holder, appointmentId))
        if (appointment.status !== 'registered' || appointment.startsAt !== expiresAt) return []
        const reminders = await client.fetchQuery(remindersOf(holder, appointmentId))
        return waitForTime(reminders.items) ? [appointment] : []
      })
      return (await Promise.all(waiting)).flat()
    },
    refetchInterval: 300_000,
  })
}

/** Whether messages wait because another time was approved and not set yet. */
export function waitForTime(reminders: readonly Reminder[]): boolean {
  return reminders.some(({ state, reasonCode }) => state === 'held' && reasonCode === 'awaiting_new_time')
}

/** The request that asks to move an appointment from its present time, open or approved. */
export function wishOf(holder: string, { id, startsAt, openRequest }: Appointment) {
  return queryOptions({
    queryKey: ['listHolderRecipientRequests', 'wish', holder, id, startsAt],
    queryFn: async ({ client }): Promise<Request | null> => {
      if (openRequest !== null) return client.fetchQuery(oneRequest(holder, openRequest.requestId))
      const { items } = await client.fetchQuery(approvedMoves(holder))
      return items.find(({ appointmentId, expiresAt }) => appointmentId === id && expiresAt === startsAt) ?? null
    },
  })
}

export function oneRequest(holder: string, requestId: string) {
  return read('getHolderRecipientRequest', { params: { platformHolderId: holder, requestId } })
}

export function appointmentOf(holder: string, appointmentId: string) {
  return read('getHolderAppointment', { params: { platformHolderId: holder, appointmentId } })
}

/** Loads a page of requests, and the appointments they are about, which name the person. */
export async function loadRequests(queryClient: QueryClient, holder: string, search: RequestSearch): Promise<void> {
  const { items } = await queryClient.ensureQueryData(queryOptions(requestList(holder, search)))
  await Promise.all(items.map((one) => queryClient.ensureQueryData(appointmentOf(holder, one.appointmentId))))
}
