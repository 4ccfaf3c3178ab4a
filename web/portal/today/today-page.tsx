import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDay } from '#web/ui/time/dates.ts'
import { dayOf, startOfDay } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../holder.ts'
import { awaitingNewTime, pendingRequests } from '../requests/request-queries.ts'
import { NeedsYou } from './needs-you.tsx'
import { TodayTable } from './today-table.tsx'
import { WeekStrip } from './week-strip.tsx'
import { week } from './week.ts'

/** What needs attention, who comes today, and the reminders of the coming days. */
export function TodayPage() {
  const { t } = useLingui()
  const holder = useHolder()
  const { defaultTimezone: timeZone } = useProfile()
  const { data } = useSuspenseQuery(week(holder, timeZone))
  const { data: requests } = useSuspenseQuery(pendingRequests(holder))
  const { data: toMove } = useSuspenseQuery(awaitingNewTime(holder))
  const [today = ''] = data.days
  const ofToday = data.appointments.filter(({ startsAt }) => dayOf(startsAt, timeZone) === today)
  return (
    <Page title={t`Today`} lead={formatDay(startOfDay(today, timeZone), currentLocale(), timeZone)}>
      <Section title={t`Needs your attention`}>
        <NeedsYou requests={requests} toMove={toMove} appointments={data.appointments} />
      </Section>
      <Section title={t`Appointments today`}>
        <TodayTable appointments={ofToday} isWeekEmpty={data.appointments.length === 0} />
      </Section>
      <Section title={t`The next seven days`}>
        <WeekStrip week={data} timeZone={timeZone} />
      </Section>
    </Page>
  )
}
