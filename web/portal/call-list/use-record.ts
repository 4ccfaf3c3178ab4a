import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type BodyOf } from '#web/api/client.ts'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { changedByAppointment, type Call } from '../appointments/appointment-queries.ts'
import type { ToCall } from './call-list-queries.ts'

export type Result = BodyOf<'recordHolderCall'>['result']

/** Records what came of a call; a repeated press after a lost answer records it once. */
export function useRecord({ appointmentId, version }: ToCall, onRecorded: (call: Call, result: Result) => void) {
  const queries = useQueryClient()
  const params = { platformHolderId: useHolder(), appointmentId }
  const ids = useRef(new Map<Result, string>())
  const idOf = (result: Result) => {
    const id = ids.current.get(result) ?? crypto.randomUUID()
    ids.current.set(result, id)
    return id
  }
  return useMutation({
    mutationFn: (result: Result) =>
      call('recordHolderCall', {
        params,
        body: { clientRequestId: idOf(result), result, ...(result === 'confirmed' && { expectedVersion: version }) },
      }),
    // What it is now stands in the list, which is read again; the next press acts on that.
    readAgain: async () => {
      ids.current.clear()
      await readAnew(queries, changedByAppointment)
      return { differences: [] }
    },
    onSuccess: async (noted, result) => {
      ids.current.delete(result)
      onRecorded(noted, result)
      await readAnew(queries, changedByAppointment)
    },
  })
}

/** Takes back what was recorded of a call. */
export function useTakeBack(appointmentId: string, callId: string, onTakenBack: () => void) {
  const queries = useQueryClient()
  const params = { platformHolderId: useHolder(), appointmentId, callId }
  const id = useRef(crypto.randomUUID())
  return useMutation({
    mutationFn: () => call('withdrawHolderCall', { params, body: { clientRequestId: id.current } }),
    onSuccess: async () => {
      onTakenBack()
      await readAnew(queries, changedByAppointment)
    },
  })
}
