import { queryOptions } from '@tanstack/react-query'
import type { MessageView } from '#/slices/replies/message-link/message-link.ts'
import { request } from './request.ts'

export type { MessageView }

/** What a link's message said, and whether it still holds. @throws ApiError NOT_FOUND, also once it has expired */
export function linkedMessage(token: string) {
  return queryOptions<MessageView>({
    queryKey: ['message', token],
    queryFn: async ({ signal }) => (await request('GET', `/m/${token}/message`, { signal })) as MessageView,
  })
}

/** Confirms all that the message told of, or one of it. Repeating it changes nothing. */
export async function confirmLinked(token: string, only: string | null): Promise<MessageView> {
  return (await request('POST', `/m/${token}/confirmation${only === null ? '' : `/${only}`}`)) as MessageView
}
