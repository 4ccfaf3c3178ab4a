import { queryOptions } from '@tanstack/react-query'
import { call, read, type DataOf, type ItemOf } from '#web/api/client.ts'

export type FoundPerson = ItemOf<'searchHolderPeople'>
export type Person = DataOf<'getHolderPerson'>
export type SentMessage = ItemOf<'listHolderPersonMessages'>

/** Which pages of its lists the page of a person shows. */
export type PersonSearch = { readonly coming?: string; readonly past?: string; readonly messages?: string }

/** People by a part of their name or number. What is sought stands in memory and in the body, and is forgotten soon. */
export function foundPeople(holder: string, query: string) {
  return queryOptions({
    queryKey: ['searchHolderPeople', holder, query],
    queryFn: ({ signal }) =>
      call('searchHolderPeople', { params: { platformHolderId: holder }, body: { query } }, signal),
    enabled: isWorthSearching(query),
    gcTime: 0,
  })
}

/** One letter finds half of everybody, one character of a Chinese name somebody. */
export function isWorthSearching(query: string): boolean {
  const sought = query.trim()
  return sought.length > 1 || /[\u1100-\u{10ffff}]/u.test(sought)
}

export function onePerson(holder: string, personId: string) {
  return read('getHolderPerson', { params: { platformHolderId: holder, personId } })
}

export function appointmentsOfPerson(
  holder: string,
  personId: string,
  when: 'coming' | 'past',
  pageToken: string | undefined,
) {
  return read('listHolderPersonAppointments', {
    params: { platformHolderId: holder, personId },
    query: { when, pageSize: '10', ...(pageToken ? { pageToken } : {}) },
  })
}

export function messagesToPerson(holder: string, personId: string, pageToken: string | undefined) {
  return read('listHolderPersonMessages', {
    params: { platformHolderId: holder, personId },
    query: { pageSize: '10', ...(pageToken ? { pageToken } : {}) },
  })
}
