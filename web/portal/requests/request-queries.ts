import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { read, type ItemOf } from '#web/api/client.ts'

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
