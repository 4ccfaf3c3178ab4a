import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call, type BodyOf } from '#web/api/client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { changedByAppointment, type Call } from '../appointment-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { useAppointmentAgain } from '../use-appointment-again.ts'

type Outcome = BodyOf<'noteHolderAppointmentCall'>['outcome']

/** One intent keeps its id while it is repeated; the next one gets another. */
const ids = new Map<string, string>()

function idOf(intent: string): string {
  const id = ids.get(intent) ?? crypto.randomUUID()
  ids.set(intent, id)
  return id
}

/** Where a list shows what was recorded itself, so that whoever was ticked off stays in sight. */
export type Shown = {
  readonly onChanged: (after: Appointment) => void
  readonly onNoted: (call: Call) => void
}

/**
 * What staff record of a telephone call: that somebody confirmed, that nobody answered, or a mistake taken back.
 *
 * @param shown by default everything is read again
 */
export function useDesk(appointment: Appointment, shown?: Shown) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const params = { platformHolderId: useHolder(), appointmentId: appointment.id }
  const { version } = appointment
  const changed = async (after: Appointment) => {
    if (shown) shown.onChanged(after)
    else await readAnew(queries, changedByAppointment)
  }
  const confirm = useMutation({
    mutationFn: () =>
      call('confirmHolderAppointment', {
        params,
        body: { clientRequestId: idOf(`confirm ${params.appointmentId} ${version}`), expectedVersion: version },
      }),
    readAgain: useAppointmentAgain(appointment, ({ confirmation }) => confirmation.status === 'confirmed'),
    onSuccess: async (after) => {
      await changed(after)
      toast(t`Noted: confirmed by telephone`)
    },
  })
  const takeBack = useMutation({
    mutationFn: () =>
      call('withdrawHolderAppointmentConfirmation', {
        params,
        body: { clientRequestId: idOf(`take back ${params.appointmentId} ${version}`), expectedVersion: version },
      }),
    readAgain: useAppointmentAgain(appointment, ({ confirmation }) => confirmation.status === 'unconfirmed'),
    onSuccess: async (after) => {
      await changed(after)
      toast(t`The confirmation has been taken back`)
    },
  })
  const note = useMutation({
    mutationFn: (outcome: Outcome) =>
      call('noteHolderAppointmentCall', {
        params,
        body: { clientRequestId: idOf(`call ${params.appointmentId} ${outcome}`), outcome },
      }),
    onSuccess: async (noted) => {
      const { outcome } = noted
      ids.delete(`call ${params.appointmentId} ${outcome}`)
      if (shown) shown.onNoted(noted)
      else await readAnew(queries, ['getHolderAppointmentCalls', 'listHolderCallList'])
      toast(outcome === 'spoken' ? t`Noted: spoke to somebody` : t`Noted: no answer`)
    },
  })
  return {
    confirm,
    takeBack,
    note,
    error: confirm.error ?? takeBack.error ?? note.error,
    isPending: confirm.isPending || takeBack.isPending || note.isPending,
  }
}
