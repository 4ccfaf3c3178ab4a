import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Standing } from '#web/ui/appointment/standing.tsx'
import { formatShortDay, formatTime } from '#web/ui/dates.ts'
import { currentLocale } from '#web/ui/i18n.tsx'
import type { ListedAppointment } from './appointment-queries.ts'

/** An appointment in a list: when, with whom, and how it stands. */
export function AppointmentRow({ appointment }: { readonly appointment: ListedAppointment }) {
  const { id, startsAt, timezone, platformHolder, status } = appointment
  const locale = currentLocale()
  return (
    <li>
      <Link
        to="/a/$appointmentId"
        params={{ appointmentId: id }}
        className="-mx-2 flex min-h-16 items-center gap-4 rounded-md px-2 py-3.5 wrap-break-word hover:bg-sunken"
      >
        <span className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <time
            dateTime={startsAt}
            className={`flex flex-wrap gap-x-2 text-base font-medium tabular-nums ${status === 'cancelled' ? 'text-muted line-through' : ''}`}
          >
            <span className="inline-block first-letter:uppercase">{formatShortDay(startsAt, locale, timezone)}</span>
            <span className={status === 'cancelled' ? '' : 'text-accent'}>
              {formatTime(startsAt, locale, timezone)}
            </span>
          </time>
          <span className="text-sm">{platformHolder.displayName}</span>
          <Standing appointment={appointment} />
        </span>
        <ChevronRight aria-hidden size={18} className="shrink-0 text-muted rtl:rotate-180" />
      </Link>
    </li>
  )
}
