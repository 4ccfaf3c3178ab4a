import { read } from '#web/api/client.ts'

/** The keys of whoever is signed in, newest first. */
export function apiKeys(pageToken: string | undefined) {
  return read('listApiKeys', { query: pageToken === undefined ? {} : { pageToken } })
}
