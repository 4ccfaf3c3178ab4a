import type { ItemOf } from '#web/api/client.ts'
import { read } from '../developer-routes.ts'

export type TestMessage = ItemOf<'listTestInbox'>
export type InboxSearch = { readonly pageToken?: string | undefined }

/** What a test organization would have sent, and the answers that were tried, the newest first. */
export function testInbox(holder: string, { pageToken }: InboxSearch) {
  return read('listTestInbox', {
    params: { platformHolderId: holder },
    query: pageToken === undefined ? {} : { pageToken },
  })
}
