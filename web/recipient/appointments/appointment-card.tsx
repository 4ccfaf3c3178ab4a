import { AppointmentCard as Card } from '#web/ui/appointment/appointment-card.tsx'
import { Actions } from './actions.tsx'
import type { OwnAppointment } from './appointment-queries.ts'
import { CalendarLink } from './calendar-link.tsx'

export function AppointmentCard({ appointment }: { readonly appointment: OwnAppointment }) {
  return (
    <Card
      appointment={appointment}
      layout={appointment.layout}
      doing={{
        actions: <Actions appointment={appointment} />,
        calendar_link: <CalendarLink appointment={appointment} />,
      }}
    />
  )
}
