import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { call, type BodyOf } from '#web/api/client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useHolder } from '../../../holder.ts'
import { changedByAppointment } from '../../appointment-queries.ts'
import type { Appointment } from '../../delivery-pill.tsx'
import { sendEach, type Progress } from './send-each.ts'

export type Change =
  | { readonly kind: 'completed' }
  | ({ readonly kind: 'cancelled' } & Pick<BodyOf<'cancelHolderAppointment'>, 'reasonCode' | 'note'>)

export type Run = Progress & { readonly change: Change; readonly total: number }

/**
 * Changes several appointments, one after the other; Escape stops it between two.
 *
 * @param onEnd with those that were changed, once they are read again
 */
export function useSeveral(onEnd: (done: readonly Appointment[]) => void) {
  const { t } = useLingui()
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const [run, setRun] = useState<Run | null>(null)
  const stop = useRef(new AbortController())
  // One for each appointment and intent, so that going on after a lost answer changes nothing twice.
  const requestIds = useRef(new Map<string, string>())
  // Who leaves the list stops it too, and is told on the next page.
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      stop.current.abort()
    }
  }, [])

  const send =
    (change: Change) =>
    (appointment: Appointment): Promise<unknown> => {
      const { id, version: expectedVersion } = appointment
      const params = { platformHolderId, appointmentId: id }
      if (change.kind === 'completed')
        return call('recordHolderAppointmentOutcome', {
          params,
          body: { expectedVersion, outcome: 'completed' },
        }).catch(async (error: unknown) => {
          // It may be so already, by an earlier call whose answer was lost.
          const isStale = error instanceof ApiError && error.code === 'VERSION_CONFLICT'
          if (!isStale || (await call('getHolderAppointment', { params })).status !== 'completed') throw error
        })
      const clientRequestId = requestIds.current.get(id) ?? crypto.randomUUID()
      requestIds.current.set(id, clientRequestId)
      const { reasonCode, note } = change
      return call('cancelHolderAppointment', {
        params,
        body: { clientRequestId, expectedVersion, reasonCode, ...(note === undefined ? {} : { note }) },
      })
    }
  const change = async (appointments: readonly Appointment[], change: Change, before?: Run) => {
    stop.current = new AbortController()
    const total = before?.total ?? appointments.length
    let last: Progress | undefined
    const tell = (now: Progress) => {
      last = now
      const done = [...(before?.done ?? []), ...now.done]
      setRun({ ...now, done, refused: [...(before?.refused ?? []), ...now.refused], change, total })
    }
    await sendEach(appointments, send(change), tell, stop.current.signal)
    await readAnew(queries, changedByAppointment)
    const changed = last?.done ?? []
    const count = changed.length
    if (isLeft.current) toast(t`Stopped: ${count} of ${total} done`)
    else onEnd(changed)
  }
  const isRunning = run?.isRunning ?? false
  useEffect(() => {
    if (!isRunning) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      stop.current.abort()
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [isRunning])
  return {
    run,
    start: (appointments: readonly Appointment[], what: Change) => {
      requestIds.current = new Map()
      void change(appointments, what)
    },
    stop: () => stop.current.abort(),
    goOn: () => run && void change(run.rest, run.change, run),
    close: () => setRun(null),
  }
}
