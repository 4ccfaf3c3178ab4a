import { read, type ItemOf } from '#web/api/client.ts'

export type Reply = ItemOf<'listHolderReplies'>

/** Those that wait, those that you took, or those that are done. */
export type ReplySearch = { readonly list?: 'mine' | 'done'; readonly pageToken?: string }

export function replyList(holder: string, { list, pageToken }: ReplySearch) {
  return read('listHolderReplies', {
    params: { platformHolderId: holder },
    query: {
      state: list === 'done' ? 'handled' : 'open',
      ...(list === 'mine' ? { assignment: 'mine' } : {}),
      ...(pageToken ? { pageToken } : {}),
    },
  })
}

export function oneReply(holder: string, replyId: string) {
  return read('getHolderReply', { params: { platformHolderId: holder, replyId } })
}

/** The reads that list something of a reply. */
export const changedByReply = ['listHolderReplies', 'getHolderReply', 'getHolderChanges'] as const
