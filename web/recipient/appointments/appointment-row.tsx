import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { AppointmentRow as Row } from '#web/ui/appointment/appointment-row.tsx'
import type { ListedAppointment } from './appointment-queries.ts'

export function AppointmentRow({ appointment }: { readonly appointment: ListedAppointment }) {
  return (
    <li>
      <Link
        to="/a/$appointmentId"
        params={{ appointmentId: appointment.id }}
        className="-mx-2 flex min-h-16 items-center gap-4 rounded-md px-2 py-3.5 hover:bg-sunken"
      >
        <Row appointment={appointment} layout={appointment.layout} />
        <ChevronRight aria-hidden size={18} className="shrink-0 text-muted rtl:rotate-180" />
      </Link>
    </li>
  )
}
