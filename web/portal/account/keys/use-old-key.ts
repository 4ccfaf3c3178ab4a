import { useSuspenseQuery } from '@tanstack/react-query'
import type { DataOf } from '#web/api/client.ts'
import type { ApiKey } from './key-queries.ts'

type KeyPage = DataOf<'listApiKeys' | 'listServiceAccountKeys'>
type PageOf = (pageToken: string | undefined) => Promise<KeyPage>

/** The key that a next one is made for, on whichever page of its list it stands; null when none is sought or there. */
export function useOldKey(
  id: string | undefined,
  list: 'listApiKeys' | 'listServiceAccountKeys',
  pageOf: PageOf,
): ApiKey | null {
  return useSuspenseQuery({
    queryKey: [list, 'old', id],
    queryFn: () => find(id, pageOf),
    ...(id === undefined ? { initialData: null } : {}),
  }).data
}

async function find(id: string | undefined, pageOf: PageOf): Promise<ApiKey | null> {
  let pageToken: string | undefined
  do {
    const { items, nextPageToken } = await pageOf(pageToken)
    const found = items.find((key) => key.id === id)
    if (found) return found
    pageToken = nextPageToken ?? undefined
  } while (pageToken !== undefined)
  return null
}
