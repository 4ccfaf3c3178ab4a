import { intlTag } from '#web/ui/dates.ts'
import { currentLocale } from '#web/ui/i18n.tsx'

/** ISO weekdays, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The name of an ISO weekday. */
export function weekdayName(day: number, weekday: 'long' | 'short' = 'long'): string {
  // The first of January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, day))
  return new Intl.DateTimeFormat(intlTag(currentLocale()), { weekday, timeZone: 'UTC' }).format(date)
}
