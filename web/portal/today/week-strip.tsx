import { Trans, useLingui } from '@lingui/react/macro'
import { formatShortDay } from '#web/ui/time/dates.ts'
import { dayOf, startOfDay } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import type { Appointment } from '../appointments/delivery-pill.tsx'
import type { Week } from './week.ts'

/** Seven days, side by side or a line each: how many come, and the state of their reminders, which the bar repeats. */
export function WeekStrip({ week, timeZone }: { readonly week: Week; readonly timeZone: string }) {
  return (
    <div className="@container">
      <ol className="grid grid-cols-1 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface @min-[54rem]:grid-cols-7 @min-[54rem]:divide-x @min-[54rem]:divide-y-0">
        {week.days.map((day) => (
          <Day
            key={day}
            name={formatShortDay(startOfDay(day, timeZone), currentLocale(), timeZone)}
            appointments={week.appointments.filter(
              ({ startsAt, status }) => status !== 'cancelled' && dayOf(startsAt, timeZone) === day,
            )}
          />
        ))}
      </ol>
      {!week.isComplete && (
        <p className="mt-2 text-xs text-muted">
          <Trans>These days have so many appointments that only the first ones are counted.</Trans>
        </p>
      )}
    </div>
  )
}

function Day({ name, appointments }: { readonly name: string; readonly appointments: readonly Appointment[] }) {
  const { t } = useLingui()
  const count = (...statuses: readonly Appointment['delivery']['status'][]) =>
    appointments.filter(({ delivery }) => statuses.includes(delivery.status)).length
  const parts = [
    { name: t`Delivered`, count: count('delivered'), fill: 'bg-ok' },
    { name: t`Planned or on its way`, count: count('planned', 'in_progress'), fill: 'bg-accent' },
    { name: t`Not reached`, count: count('failed', 'suppressed', 'unknown'), fill: 'bg-danger' },
    { name: t`No reminder`, count: count('none'), fill: 'bg-line-strong' },
  ].filter((part) => part.count > 0)
  return (
    <li className="flex min-w-0 items-baseline gap-x-3 px-3 py-2 @min-[54rem]:block @min-[54rem]:py-3">
      <p className="text-xs text-muted shrink-0 @max-[54rem]:w-28">{name}</p>
      <p className="text-lg font-semibold @max-[54rem]:w-6">{appointments.length}</p>
      <div aria-hidden className="mt-1 hidden h-1 gap-px overflow-hidden rounded-full bg-sunken @min-[54rem]:flex">
        {parts.map((part) => (
          <span key={part.name} className={part.fill} style={{ flexGrow: part.count }} />
        ))}
      </div>
      <ul className="flex min-w-0 flex-1 flex-wrap gap-x-4 text-xs text-muted empty:hidden @min-[54rem]:mt-2 @min-[54rem]:block">
        {parts.map((part) => (
          <Line key={part.name} fill={part.fill} name={part.name} count={part.count} />
        ))}
      </ul>
    </li>
  )
}

function Line({ fill, name, count }: { readonly fill: string; readonly name: string; readonly count: number }) {
  return (
    <li className="flex items-baseline gap-1.5">
      <span aria-hidden className={`size-1.5 shrink-0 -translate-y-px rounded-full ${fill}`} />
      <span className="min-w-0 flex-1">{name}</span>
      <span>{count}</span>
    </li>
  )
}
