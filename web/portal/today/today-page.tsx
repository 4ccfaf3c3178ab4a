import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDay } from '#web/ui/time/dates.ts'
import { startOfDay } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../holder.ts'
import { NeedsYou } from './needs-you.tsx'
import { weekCounts } from './today-queries.ts'
import { TodayTable } from './today-table.tsx'
import { useToday } from './use-today.ts'
import { WeekStrip } from './week-strip.tsx'

/** What needs attention, who comes today, and the reminders of the coming days. */
export function TodayPage() {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const today = useToday()
  const { data: counts } = useSuspenseQuery(weekCounts(useHolder(), today))
  return (
    <Page title={t`Today`} lead={formatDay(startOfDay(today, timeZone), currentLocale(), timeZone)}>
      <Section title={t`Needs your attention`}>
        <NeedsYou today={today} unreached={counts.totals.unreached} />
      </Section>
      <Section title={t`Appointments today`}>
        <TodayTable key={today} today={today} counts={counts} />
      </Section>
      <Section title={t`The next seven days`}>
        <WeekStrip counts={counts} today={today} timeZone={timeZone} />
      </Section>
    </Page>
  )
}
