import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call, type BodyOf } from '#web/api/client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { changedByAppointment } from '../appointment-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { calledTexts } from '../timeline-of.ts'
import { useAppointmentAgain } from '../use-appointment-again.ts'

/** What the appointment's page records of a call besides a confirmation. */
type Result = Extract<BodyOf<'recordHolderCall'>['result'], 'no_answer' | 'message_left'>

/** One intent keeps its id while it is repeated; the next one gets another. */
const ids = new Map<string, string>()

function idOf(intent: string): string {
  const id = ids.get(intent) ?? crypto.randomUUID()
  ids.set(intent, id)
  return id
}

/** What staff record of a telephone call: that somebody confirmed, that nobody answered, or a mistake taken back. */
export function useDesk(appointment: Appointment) {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const params = { platformHolderId: useHolder(), appointmentId: appointment.id }
  const { version } = appointment
  const confirm = useMutation({
    mutationFn: () =>
      call('confirmHolderAppointment', {
        params,
        body: { clientRequestId: idOf(`confirm ${params.appointmentId} ${version}`), expectedVersion: version },
      }),
    readAgain: useAppointmentAgain(appointment, ({ confirmation }) => confirmation.status === 'confirmed'),
    onSuccess: async () => {
      await readAnew(queries, changedByAppointment)
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
    onSuccess: async () => {
      await readAnew(queries, changedByAppointment)
      toast(t`The confirmation has been taken back`)
    },
  })
  const note = useMutation({
    mutationFn: (result: Result) =>
      call('recordHolderCall', {
        params,
        body: { clientRequestId: idOf(`call ${params.appointmentId} ${result}`), result },
      }),
    onSuccess: async ({ result }) => {
      ids.delete(`call ${params.appointmentId} ${result}`)
      await readAnew(queries, ['getHolderAppointmentCalls', 'listHolderCalls'])
      toast(i18n._(calledTexts[result]))
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
