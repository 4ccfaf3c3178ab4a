import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { formatShortDay, formatTime } from '#web/ui/dates.ts'
import { currentLocale } from '#web/ui/i18n.tsx'
import type { ListedAppointment } from './appointment-queries.ts'
import { parts } from './components.tsx'

/** An appointment in a list: when, with whom, and how it stands. */
export function AppointmentRow({ appointment }: { readonly appointment: ListedAppointment }) {
  const { id, startsAt, timezone, platformHolder, status } = appointment
  const locale = currentLocale()
  const Standing = parts['status']
  return (
    <li>
      <Link
        to="/a/$appointmentId"
        params={{ appointmentId: id }}
        className="-mx-2 flex min-h-16 items-center gap-4 rounded-md px-2 py-3 hover:bg-sunken"
      >
        <time
          dateTime={startsAt}
          className={`w-24 shrink-0 ${status === 'cancelled' ? 'text-muted line-through' : ''}`}
        >
          <span className="block text-sm font-medium">{formatShortDay(startsAt, locale, timezone)}</span>
          <span className="block text-sm text-muted tabular-nums">{formatTime(startsAt, locale, timezone)}</span>
        </time>
        <span className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <span className="text-base">{platformHolder.displayName}</span>
          {Standing && <Standing appointment={appointment} />}
        </span>
        <ChevronRight aria-hidden size={18} className="shrink-0 text-muted rtl:rotate-180" />
      </Link>
    </li>
  )
}
