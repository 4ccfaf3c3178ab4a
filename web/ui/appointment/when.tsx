import { useLingui } from '@lingui/react'
import { formatDay, formatTime } from '#web/ui/time/dates.ts'
import { enumeration } from '#web/ui/enumeration.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import type { Locale } from '#web/ui/language/locales.ts'

/** The day and time of an appointment, large, by the clock of the place where it is. */
export function When({
  startsAt,
  endsAt,
  timezone,
  isOff = false,
}: {
  readonly startsAt: string
  /** Shown when it is given. */
  readonly endsAt?: string | undefined
  readonly timezone: string
  /** Struck through: it no longer holds. */
  readonly isOff?: boolean
}) {
  // The locale of the texts around it: a preview may be in another language than its page.
  const locale = useLingui().i18n.locale as Locale
  return (
    <time dateTime={startsAt} className={`block ${isOff ? 'text-muted line-through decoration-2' : ''}`}>
      <span className="block text-xl font-semibold tracking-tight first-letter:uppercase">
        {formatDay(startsAt, locale, timezone)}
      </span>
      <span className={`block text-2xl font-semibold tracking-tight tabular-nums ${isOff ? '' : 'text-accent'}`}>
        {formatTime(startsAt, locale, timezone)}
        {endsAt && ` – ${formatTime(endsAt, locale, timezone)}`}
      </span>
    </time>
  )
}

/** The same in one line, in the language of the page. */
export function whenText(startsAt: string, timezone: string): string {
  const locale = currentLocale()
  return enumeration([formatDay(startsAt, locale, timezone), formatTime(startsAt, locale, timezone)])
}
