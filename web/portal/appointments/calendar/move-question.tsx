import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { formatDayTime } from '#web/ui/time/dates.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { changedByAppointment, oneAppointment, remindersOf } from '../appointment-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { useAppointmentAgain } from '../use-appointment-again.ts'

/** Where an appointment is to go; `locationId` is undefined where it stays. */
export type Wanted = {
  readonly appointment: Appointment
  readonly startsAt: Date
  readonly location: { readonly id: string | null; readonly name: string } | undefined
}

/** Says what moving an appointment changes, and moves it only when that is confirmed. */
export function MoveQuestion({
  wanted: { appointment: dragged, startsAt, location },
  onDone,
}: {
  readonly wanted: Wanted
  /** @param isMoved false when it was left as it is */
  readonly onDone: (isMoved: boolean) => void
}) {
  const { t } = useLingui()
  const { defaultTimezone } = useProfile()
  const queries = useQueryClient()
  const params = { platformHolderId: useHolder(), appointmentId: dragged.id }
  // As it stands now: a colleague may have changed it since the calendar was read.
  const { data: appointment = dragged, isLoading: isReading } = useQuery(
    oneAppointment(params.platformHolderId, dragged.id),
  )
  const { data: reminders, isLoading } = useQuery(remindersOf(params.platformHolderId, appointment.id))
  const lengthMs = Date.parse(appointment.endsAt) - Date.parse(appointment.startsAt)
  const isThere = (now: Appointment) =>
    Date.parse(now.startsAt) === startsAt.getTime() && (location === undefined || now.locationId === location.id)
  const move = useMutation({
    mutationFn: () =>
      call('updateHolderAppointment', {
        params,
        body: {
          expectedVersion: appointment.version,
          startsAt: startsAt.toISOString(),
          endsAt: new Date(startsAt.getTime() + lengthMs).toISOString(),
          ...(location && { locationId: location.id }),
        },
      }),
    readAgain: useAppointmentAgain(appointment, isThere),
    onSuccess: async () => {
      await readAnew(queries, changedByAppointment)
      toast(t`The change has been saved`)
      onDone(true)
    },
  })
  const when = (instant: string | Date) =>
    formatDayTime(instant, currentLocale(), appointment.timezone, defaultTimezone)
  const planned = reminders?.items.filter(({ state }) => state === 'planned' || state === 'held') ?? []
  return (
    <AlertDialog
      isOpen
      onClose={() => onDone(false)}
      title={t`Move the appointment?`}
      actions={
        <>
          <Button onPress={() => onDone(false)}>
            <Trans>Leave it as it is</Trans>
          </Button>
          <Button
            look="primary"
            isPending={move.isPending || isLoading || isReading}
            onPress={() => move.mutate()}
            autoFocus
          >
            <Trans>Move the appointment</Trans>
          </Button>
        </>
      }
    >
      <p className="font-medium text-ink">
        <bdi>{appointment.recipient.displayName}</bdi>
      </p>
      <p className="line-through">{when(appointment.startsAt)}</p>
      <p className="text-ink">{when(startsAt)}</p>
      {location && <p className="text-ink">{location.name}</p>}
      <p className="mt-3">
        {planned.length > 0 && (
          <Plural
            value={planned.length}
            one="This changes # reminder that was not sent yet."
            other="This changes # reminders that were not sent yet."
          />
        )}{' '}
        <Trans>Anyone who was told the old time is told the new one.</Trans>
      </p>
      <ErrorNote error={move.error} />
    </AlertDialog>
  )
}
