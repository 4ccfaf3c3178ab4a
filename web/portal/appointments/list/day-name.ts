import { useLingui } from '@lingui/react/macro'
import { now } from '#web/api/clock.ts'
import { formatDay } from '#web/ui/time/dates.ts'
import { addDays, dayOf, startOfDay } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useProfile } from '../../holder.ts'

/** What a day of the organization is called: today, tomorrow or its date, with the date beside the first two. */
export function useDayName() {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const today = dayOf(now(), timeZone)
  return (day: string) => {
    const date = formatDay(startOfDay(day, timeZone), currentLocale(), timeZone)
    if (day === today) return t`Today, ${date}`
    if (day === addDays(today, 1)) return t`Tomorrow, ${date}`
    return date
  }
}
