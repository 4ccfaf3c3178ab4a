import { formatWeekday } from '#/locales/date-time.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'

/** ISO weekdays, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The name of an ISO weekday. */
export function weekdayName(day: number, weekday: 'long' | 'short' = 'long'): string {
  return formatWeekday(currentLocale(), day, weekday)
}
