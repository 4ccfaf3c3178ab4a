import { useQueryClient } from '@tanstack/react-query'
import { call, type BodyOf } from '#web/api/client.ts'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { changedByReply, oneReply, type Reply } from './reply-queries.ts'

type Change = Omit<BodyOf<'updateHolderReply'>, 'expectedVersion'>

/** Takes a reply, marks it done or notes a wrong number; after a colleague did so at once it is read again. */
export function useReplyChange({ id, version }: Reply, onDone: (change: Change) => void = () => undefined) {
  const queries = useQueryClient()
  const params = { platformHolderId: useHolder(), replyId: id }
  return useMutation({
    mutationFn: (change: Change) =>
      call('updateHolderReply', { params, body: { expectedVersion: version, ...change } }),
    readAgain: async () => {
      await queries.fetchQuery({ ...oneReply(params.platformHolderId, id), staleTime: 0 })
      return { differences: [] }
    },
    onSuccess: async (_, change) => {
      await readAnew(queries, changedByReply)
      onDone(change)
    },
  })
}
