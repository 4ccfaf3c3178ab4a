import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { read, type ItemOf } from '#web/api/client.ts'

export type Request = ItemOf<'listHolderRecipientRequests'>
export type RequestStatus = Request['status']

/** What is shown of the list: those that wait, or all. */
export type RequestSearch = { readonly show?: 'all'; readonly pageToken?: string }

export function requestList(holder: string, { show, pageToken }: RequestSearch) {
  return read('listHolderRecipientRequests', {
    params: { platformHolderId: holder },
    query: { ...(show === 'all' ? {} : { status: 'pending_review' }), ...(pageToken ? { pageToken } : {}) },
  })
}

export function oneRequest(holder: string, requestId: string) {
  return read('getHolderRecipientRequest', { params: { platformHolderId: holder, requestId } })
}

export function appointmentOf(holder: string, appointmentId: string) {
  return read('getHolderAppointment', { params: { platformHolderId: holder, appointmentId } })
}

/** Asks for a page of requests and for the appointments they are about, which say who asks. */
export async function loadRequests(queryClient: QueryClient, holder: string, search: RequestSearch): Promise<void> {
  const { items } = await queryClient.ensureQueryData(queryOptions(requestList(holder, search)))
  await Promise.all(items.map((one) => queryClient.ensureQueryData(appointmentOf(holder, one.appointmentId))))
}
