import { useLingui } from '@lingui/react/macro'
import { formatShortDay } from '#web/ui/time/dates.ts'
import { addDays, startOfDay } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { comingOf, countsOf, daysOfWeek, type Counts, type CountsOfDay } from './today-queries.ts'

/** Seven days, side by side or a line each: how many come, and the state of their reminders, which the bar repeats. */
export function WeekStrip({
  counts,
  today,
  timeZone,
}: {
  readonly counts: Counts
  readonly today: string
  readonly timeZone: string
}) {
  const days = Array.from({ length: daysOfWeek }, (_, index) => addDays(today, index))
  return (
    <div className="@container">
      <ol className="grid grid-cols-1 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface @min-[54rem]:grid-cols-7 @min-[54rem]:divide-x @min-[54rem]:divide-y-0">
        {days.map((day) => (
          <Day
            key={day}
            name={formatShortDay(startOfDay(day, timeZone), currentLocale(), timeZone)}
            counts={countsOf(counts, day)}
          />
        ))}
      </ol>
    </div>
  )
}

function Day({ name, counts }: { readonly name: string; readonly counts: CountsOfDay | undefined }) {
  const { t } = useLingui()
  const { delivery } = counts ?? {}
  const locale = currentLocale()
  const parts = [
    { name: t`Delivered`, count: delivery?.delivered ?? 0, fill: 'bg-ok' },
    {
      name: t`Planned or on its way`,
      count: (delivery?.planned ?? 0) + (delivery?.inProgress ?? 0),
      fill: 'bg-accent',
    },
    {
      name: t`Not reached`,
      count: (delivery?.failed ?? 0) + (delivery?.suppressed ?? 0) + (delivery?.unknown ?? 0),
      fill: 'bg-danger',
    },
    { name: t`No reminder`, count: delivery?.none ?? 0, fill: 'bg-line-strong' },
  ].filter((part) => part.count > 0)
  return (
    <li className="flex min-w-0 items-baseline gap-x-3 px-3 py-2 @min-[54rem]:block @min-[54rem]:py-3">
      <p className="text-xs text-muted shrink-0 @max-[54rem]:w-28">{name}</p>
      <p className="text-lg font-semibold tabular-nums @max-[54rem]:min-w-6">{formatCount(comingOf(counts), locale)}</p>
      <div aria-hidden className="mt-1 hidden h-1 gap-px overflow-hidden rounded-full bg-sunken @min-[54rem]:flex">
        {parts.map((part) => (
          <span key={part.name} className={part.fill} style={{ flexGrow: part.count }} />
        ))}
      </div>
      <ul className="flex min-w-0 flex-1 flex-wrap gap-x-4 text-xs text-muted empty:hidden @min-[54rem]:mt-2 @min-[54rem]:block">
        {parts.map((part) => (
          <Line key={part.name} fill={part.fill} name={part.name} count={formatCount(part.count, locale)} />
        ))}
      </ul>
    </li>
  )
}

function Line({ fill, name, count }: { readonly fill: string; readonly name: string; readonly count: string }) {
  return (
    <li className="flex items-baseline gap-1.5">
      <span aria-hidden className={`size-1.5 shrink-0 -translate-y-px rounded-full ${fill}`} />
      <span className="min-w-0 flex-1">{name}</span>
      <span>{count}</span>
    </li>
  )
}
