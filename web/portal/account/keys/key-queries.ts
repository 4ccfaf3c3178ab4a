import { read, type ItemOf } from '#web/api/client.ts'

export type ApiKey = ItemOf<'listApiKeys'>

/** The keys of whoever is signed in, newest first. */
export function apiKeys(pageToken: string | undefined) {
  return read('listApiKeys', { query: pageToken === undefined ? {} : { pageToken } })
}
