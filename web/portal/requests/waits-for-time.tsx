import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { changedByAppointment, remindersOf } from '../appointments/appointment-queries.ts'
import type { Appointment } from '../appointments/delivery-pill.tsx'
import { useAppointmentAgain } from '../appointments/use-appointment-again.ts'
import { useHolder } from '../holder.ts'
import { waitForTime } from './request-queries.ts'
import { May } from '../may.tsx'

/** That another time was approved or promised and not set, with the way to say that the time stays after all. Else nothing. */
export function WaitsForTime({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const params = { platformHolderId: useHolder(), appointmentId: appointment.id }
  const { data } = useSuspenseQuery(remindersOf(params.platformHolderId, appointment.id))
  const keep = useMutation({
    mutationFn: () =>
      call('updateHolderAppointment', {
        params,
        body: { expectedVersion: appointment.version, startsAt: appointment.startsAt },
      }),
    readAgain: useAppointmentAgain(appointment, async ({ startsAt }) => {
      const { items } = await queries.fetchQuery({
        ...remindersOf(params.platformHolderId, appointment.id),
        staleTime: 0,
      })
      return startsAt === appointment.startsAt && !waitForTime(items)
    }),
    onSuccess: async () => {
      await readAnew(queries, changedByAppointment)
      toast(t`The time stays the same. Reminders continue.`)
    },
  })
  if (!waitForTime(data.items)) return null
  return (
    <div className="mb-6 flex flex-col items-start gap-3 rounded-md bg-warn-soft px-4 py-3">
      <p className="text-warn">
        <Trans>Reminders wait until the appointment is moved.</Trans>
      </p>
      <May scope="appointments:write">
        <Button isPending={keep.isPending} onPress={() => keep.mutate()}>
          <Trans>Keep the present time</Trans>
        </Button>
      </May>
      <ErrorNote error={keep.error} />
    </div>
  )
}
