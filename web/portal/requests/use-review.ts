import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type BodyOf } from '#web/api/client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { changedByAppointment } from '../appointments/appointment-queries.ts'
import { useHolder } from '../holder.ts'
import { oneRequest, type Request } from './request-queries.ts'

type Review = Omit<BodyOf<'reviewHolderRecipientRequest'>, 'clientRequestId' | 'expectedVersion'>

/**
 * Answers a request, from the list or with a message.
 *
 * @param onDone `isToBeMoved`: it was approved, and staff themselves have still to set the new time
 */
export function useReview(request: Request, onDone: (isToBeMoved: boolean) => void) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [clientRequestId] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (review: Review) =>
      call('reviewHolderRecipientRequest', {
        params: { platformHolderId: holder, requestId: request.id },
        body: { clientRequestId, expectedVersion: request.version, ...review },
      }),
    readAgain: async () => {
      const now = await queries.fetchQuery({ ...oneRequest(holder, request.id), staleTime: 0 })
      return { differences: [], isOver: now.status !== 'pending_review' }
    },
    onSuccess: async ({ status }, { suggestedStartsAt }) => {
      toast(status === 'approved' ? t`Approved` : t`Declined`)
      await readAnew(queries, ['getHolderRecipientRequest', 'getHolderChanges', ...changedByAppointment])
      const isOwn = request.appointment.origin !== 'intake'
      onDone(status === 'approved' && request.type === 'reschedule' && isOwn && suggestedStartsAt === undefined)
    },
  })
}
