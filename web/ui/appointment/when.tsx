import { formatDay, formatTime } from '#web/ui/dates.ts'
import { currentLocale } from '#web/ui/i18n.tsx'

/** The day and time of an appointment, large, by the clock of the place where it is. */
export function When({
  startsAt,
  timezone,
  isOff = false,
}: {
  readonly startsAt: string
  readonly timezone: string
  /** No longer so. */
  readonly isOff?: boolean
}) {
  const locale = currentLocale()
  return (
    <time dateTime={startsAt} className={`block ${isOff ? 'text-muted line-through decoration-2' : ''}`}>
      <span className="block text-xl font-semibold tracking-tight first-letter:uppercase">
        {formatDay(startsAt, locale, timezone)}
      </span>
      <span className={`block text-2xl font-semibold tracking-tight tabular-nums ${isOff ? '' : 'text-accent'}`}>
        {formatTime(startsAt, locale, timezone)}
      </span>
    </time>
  )
}

/** The same in one line. */
export function whenText(startsAt: string, timezone: string): string {
  const locale = currentLocale()
  return `${formatDay(startsAt, locale, timezone)}, ${formatTime(startsAt, locale, timezone)}`
}
