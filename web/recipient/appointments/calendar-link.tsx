import { call } from '#web/api/client.ts'
import { part } from '#web/api/part.ts'
import { CalendarButton } from '#web/ui/appointment/calendar-button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import type { OwnAppointment } from './appointment-queries.ts'

/** Hands the appointment to the calendar of the telephone. */
export function CalendarLink({ appointment: { id, status, awaitsNewTime } }: { readonly appointment: OwnAppointment }) {
  const save = useMutation({
    mutationFn: async () => {
      const { saveFile } = await part(() => import('#web/ui/save-file.ts'))
      const file = await call('getRecipientAppointmentCalendarFile', { params: { appointmentId: id } })
      saveFile(`${file}`, 'text/calendar', 'appointment.ics')
    },
  })
  if (status !== 'registered' || awaitsNewTime) return null
  return (
    <div className="flex flex-col gap-2">
      <CalendarButton isPending={save.isPending} onPress={() => save.mutate()} />
      <ErrorNote error={save.error} />
    </div>
  )
}
