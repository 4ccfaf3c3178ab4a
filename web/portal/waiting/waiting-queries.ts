import { read, type ItemOf } from '#web/api/client.ts'

export type WaitingPerson = ItemOf<'listHolderWaitingPeople'>
export type WaitingEntry = WaitingPerson['entries'][number]

export type WaitingSearch = { readonly pageToken?: string }

/** People who signed in with a number or address of the organization and are not linked to all that has it. */
export function waitingPeople(holder: string, { pageToken }: WaitingSearch) {
  return read('listHolderWaitingPeople', {
    params: { platformHolderId: holder },
    query: pageToken ? { pageToken } : {},
  })
}

/** Whether two members of staff agree on each link. */
export function linkRules(holder: string) {
  return read('getHolderLinkRules', { params: { platformHolderId: holder } })
}
