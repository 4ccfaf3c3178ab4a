import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { now } from '#web/api/clock.ts'
import { formatShortDay, formatTime } from '#web/ui/time/dates.ts'
import { dayOf, startOfDay } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { ofDay, type Span } from '../appointment-queries.ts'
import { deliveryStatuses, type Appointment } from '../delivery-pill.tsx'
import { lanesOf, minuteOf } from './lanes.ts'

const hourHeightRem = 3.5

/** Days beside each other on a scale of hours; what overlaps stands side by side. */
export function CalendarGrid({ span, timeZone }: { readonly span: Span; readonly timeZone: string }) {
  const { t } = useLingui()
  const shown = span.appointments.filter(({ status }) => status !== 'cancelled')
  const [firstHour, lastHour] = hoursOf(shown, timeZone)
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index)
  const today = dayOf(now(), timeZone)
  return (
    <div
      role="region"
      aria-label={t`Calendar`}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <div
        className="grid min-w-max"
        style={{ gridTemplateColumns: `3.5rem repeat(${span.days.length}, minmax(8rem, 1fr))` }}
      >
        <span />
        {span.days.map((day) => (
          <p
            key={day}
            aria-current={day === today ? 'date' : undefined}
            className="border-b border-s border-line px-2 py-2 text-xs font-medium text-muted aria-[current]:text-accent"
          >
            {formatShortDay(startOfDay(day, timeZone), currentLocale(), timeZone)}
          </p>
        ))}
        <div className="relative" style={{ height: `${hours.length * hourHeightRem}rem` }}>
          {hours.map((hour, index) => (
            <span
              key={hour}
              className="absolute end-2 -translate-y-1/2 text-xs text-muted first:translate-y-1"
              style={{ top: `${index * hourHeightRem}rem` }}
            >
              {`${String(hour).padStart(2, '0')}:00`}
            </span>
          ))}
        </div>
        {span.days.map((day) => (
          <Day
            key={day}
            appointments={ofDay({ ...span, appointments: shown }, day, timeZone)}
            firstHour={firstHour}
            hours={hours.length}
            timeZone={timeZone}
          />
        ))}
      </div>
    </div>
  )
}

function Day({
  appointments,
  firstHour,
  hours,
  timeZone,
}: {
  readonly appointments: readonly Appointment[]
  readonly firstHour: number
  readonly hours: number
  readonly timeZone: string
}) {
  return (
    <ul
      className="relative border-s border-line bg-[repeating-linear-gradient(to_bottom,var(--color-line)_0_1px,transparent_1px_3.5rem)]"
      style={{ height: `${hours * hourHeightRem}rem` }}
    >
      {lanesOf(appointments, timeZone).map(({ appointment, from, to, lane, lanes }) => (
        <li
          key={appointment.id}
          className="absolute p-px"
          style={{
            top: `${((from - firstHour * 60) / 60) * hourHeightRem}rem`,
            height: `${Math.max((to - from) / 60, 0.4) * hourHeightRem}rem`,
            insetInlineStart: `${(lane / lanes) * 100}%`,
            width: `${100 / lanes}%`,
          }}
        >
          <Card appointment={appointment} isShort={to - from < 40} />
        </li>
      ))}
    </ul>
  )
}

function Card({
  appointment: { id, startsAt, timezone, recipient, delivery },
  isShort,
}: {
  readonly appointment: Appointment
  /** Has room for one line. */
  readonly isShort: boolean
}) {
  const { i18n } = useLingui()
  const isBad = delivery.status === 'failed' || delivery.status === 'suppressed'
  return (
    <Link
      to="/appointments/$appointmentId"
      params={{ appointmentId: id }}
      className={`block h-full overflow-hidden rounded-sm border-s-2 px-1.5 py-0.5 text-xs leading-4 ${isBad ? 'border-danger bg-danger-soft' : 'border-accent bg-accent-soft'} text-ink`}
    >
      <span className="flex gap-1 font-medium">
        <span className="shrink-0">{formatTime(startsAt, currentLocale(), timezone)}</span>
        {/* Cut off at its end, also where it is written in the other direction than the page. */}
        <bdi className="truncate">{recipient.displayName}</bdi>
      </span>
      <span className={isShort ? 'sr-only' : `block truncate ${isBad ? 'text-danger' : 'text-muted'}`}>
        {i18n._(deliveryStatuses[delivery.status].name)}
      </span>
    </Link>
  )
}

/** The first hour and the end of the last, at least office hours. */
function hoursOf(appointments: readonly Appointment[], timeZone: string): readonly [number, number] {
  const starts = appointments.map(({ startsAt }) => Math.floor(minuteOf(startsAt, timeZone) / 60))
  const ends = appointments.map(({ startsAt, endsAt }) => {
    const from = minuteOf(startsAt, timeZone)
    return Math.ceil(Math.min(from + (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000, 1_440) / 60)
  })
  return [Math.min(8, ...starts), Math.max(18, ...ends)]
}
