import { queryOptions } from '@tanstack/react-query'
import type { MessageView } from '#/slices/replies/message-link.ts'
import { request } from './request.ts'

export type { MessageView }

/** What the message behind a link said, and whether that still holds. @throws ApiError NOT_FOUND when there is none, or no more */
export function linkedMessage(token: string) {
  return queryOptions<MessageView>({
    queryKey: ['message', token],
    queryFn: async ({ signal }) => (await request('GET', `/m/${token}/message`, { signal })) as MessageView,
  })
}

/** Says that they will come. Repeating it changes nothing. */
export async function confirmLinked(token: string): Promise<MessageView> {
  return (await request('POST', `/m/${token}/confirmation`)) as MessageView
}
