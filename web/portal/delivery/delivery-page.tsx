import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, Printer, Send } from 'lucide-react'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { toCsv } from '#web/ui/csv.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDate } from '#web/ui/time/dates.ts'
import { startOfDay } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { CallReport } from '../call-list/call-report.tsx'
import { useCountry, useHolder, useProfile } from '../holder.ts'
import { May } from '../may.tsx'
import { DayChart } from './day-chart.tsx'
import { periodOf, report, type Report } from './delivery-queries.ts'
import { Funnel } from './funnel.tsx'
import { GroupTable } from './group-table.tsx'
import { Outcomes } from './outcomes.tsx'
import { PeriodForm } from './period-form.tsx'
import { Reasons } from './reasons.tsx'
import { reportRows } from './report-csv.ts'
import { useGroupNames } from './use-group-names.ts'

const route = getRouteApi('/shell/delivery')

/** What became of the messages of a period, and of its appointments. */
export function DeliveryPage() {
  const { t, i18n } = useLingui()
  const holder = useHolder()
  const { defaultTimezone: timeZone } = useProfile()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const period = periodOf(search, timeZone)
  const by = search.by ?? 'leadTime'
  const { data: days } = useSuspenseQuery(report(holder, period, 'day'))
  const { data: grouped } = useSuspenseQuery(report(holder, period, search.by ?? 'day'))
  const nameOf = useGroupNames(by)
  const words = (day: string) => formatDate(startOfDay(day, timeZone), currentLocale(), timeZone)
  const country = useCountry()
  const save = () => {
    const csv = toCsv(reportRows(days, grouped, nameOf, i18n), country)
    saveFile(csv, 'text/csv', `tijdig-${period.from}-${period.to}.csv`)
  }
  return (
    <Page
      title={t`Delivery`}
      lead={`${words(period.from)} – ${words(period.to)}`}
      actions={
        days.totals.appointments > 0 && (
          <span className="flex gap-2">
            <Button icon={<Download aria-hidden size={16} />} onPress={save}>
              <Trans>Download</Trans>
            </Button>
            <Button icon={<Printer aria-hidden size={16} />} onPress={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
          </span>
        )
      }
    >
      <PeriodForm
        key={`${period.from} ${period.to}`}
        period={period}
        timeZone={timeZone}
        onChange={(chosen) => void navigate({ search: (before) => ({ ...before, ...chosen }) })}
      />
      {days.totals.appointments === 0 ? (
        <EmptyState
          icon={<Send aria-hidden size={24} />}
          title={t`No appointments in these days`}
          action={
            <LinkButton to="/appointments">
              <Trans>All appointments</Trans>
            </LinkButton>
          }
        >
          <Trans>This counts appointments that start on these days, and their messages.</Trans>
        </EmptyState>
      ) : (
        <Figures days={days} grouped={grouped} />
      )}
    </Page>
  )
}

function Figures({ days, grouped }: { readonly days: Report; readonly grouped: Report }) {
  const { t } = useLingui()
  const { by } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <Section title={t`From planned to confirmed`}>
        <Funnel totals={days.totals} />
      </Section>
      <Section title={t`Messages by day of the appointment`}>
        <DayChart report={days} />
      </Section>
      <Section title={t`Why people were not reached`}>
        <Reasons period={{ from: days.from, to: days.to }} />
      </Section>
      <Section title={t`Attendance`}>
        <Outcomes totals={days.totals} />
      </Section>
      <GroupTable
        report={grouped}
        by={by ?? 'leadTime'}
        onGrouping={(chosen) =>
          void navigate({ search: (before) => ({ ...before, by: chosen === 'leadTime' ? undefined : chosen }) })
        }
      />
      <May scope="appointments:read">
        <Section title={t`Who was called`}>
          <CallReport period={{ from: days.from, to: days.to }} />
        </Section>
      </May>
    </>
  )
}
