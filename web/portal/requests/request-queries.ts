import { queryOptions } from '@tanstack/react-query'
import { read, type ItemOf } from '#web/api/client.ts'
import type { Reminder } from '../appointments/appointment-queries.ts'
import type { Appointment } from '../appointments/delivery-pill.tsx'

export type Request = ItemOf<'listHolderRecipientRequests'>
export type RequestStatus = Request['status']

/** Pending requests, those that were approved and whose appointment is still to be moved, or all. */
export type RequestSearch = { readonly show?: 'all' | 'to-move'; readonly pageToken?: string }

export function requestList(holder: string, { show, pageToken }: RequestSearch) {
  return read('listHolderRecipientRequests', {
    params: { platformHolderId: holder },
    query: {
      ...(show === 'all' ? {} : show === 'to-move' ? { awaiting: 'new_time' } : { status: 'pending_review' }),
      ...(pageToken ? { pageToken } : {}),
    },
  })
}

/** The newest hundred requests whose appointment is still to be moved. */
function toBeMoved(holder: string) {
  return read('listHolderRecipientRequests', {
    params: { platformHolderId: holder },
    query: { awaiting: 'new_time', pageSize: '100' },
  })
}

/** Whether messages wait because another time was approved or promised and not set yet. */
export function waitForTime(reminders: readonly Reminder[]): boolean {
  return reminders.some(({ state, reasonCode }) => state === 'held' && reasonCode === 'awaiting_new_time')
}

/** The request that asks to move an appointment from its present time, open or approved. */
export function wishOf(holder: string, { id, startsAt, openRequest }: Appointment) {
  return queryOptions({
    queryKey: ['listHolderRecipientRequests', 'wish', holder, id, startsAt],
    queryFn: async ({ client }): Promise<Request | null> => {
      if (openRequest !== null) return client.fetchQuery(oneRequest(holder, openRequest.requestId))
      const { items } = await client.fetchQuery(toBeMoved(holder))
      return items.find(({ appointmentId, expiresAt }) => appointmentId === id && expiresAt === startsAt) ?? null
    },
  })
}

export function oneRequest(holder: string, requestId: string) {
  return read('getHolderRecipientRequest', { params: { platformHolderId: holder, requestId } })
}
