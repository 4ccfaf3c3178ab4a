import { read, type ItemOf } from '#web/api/client.ts'

export type ErasureRequest = ItemOf<'listHolderDeletionRequests'>

/** What the person of an appointment asked by letter, newest first. */
export function erasureRequests(holder: string, appointmentId: string) {
  return read('listHolderDeletionRequests', {
    params: { platformHolderId: holder, appointmentId },
    query: { pageSize: '5' },
  })
}
