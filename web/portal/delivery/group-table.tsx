import { Trans, useLingui } from '@lingui/react/macro'
import { Table, type Column } from '#web/ui/data/table.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount, formatShare } from '#web/ui/numbers.ts'
import { Section } from '#web/ui/page.tsx'
import type { Report, ReportGroup } from './delivery-queries.ts'
import type { Grouping } from './delivery-search.ts'
import { useGroupNames } from './use-group-names.ts'

type Group = Omit<ReportGroup, 'comparison'> & Partial<Pick<ReportGroup, 'comparison'>>

/** The same figures for each group; its no-shows only where they can be compared with those of the others. */
export function GroupTable({
  report,
  by,
  onGrouping,
}: {
  readonly report: Report
  readonly by: Grouping
  readonly onGrouping: (by: Grouping) => void
}) {
  const { t } = useLingui()
  const nameOf = useGroupNames(by)
  const groups: readonly Group[] = by === 'leadTime' ? report.leadTimes : report.groups
  const choices = [
    { id: 'leadTime', name: t`How far ahead it was made` },
    { id: 'appointmentType', name: t`Type of appointment` },
    { id: 'channel', name: t`Text message or e-mail` },
    { id: 'locale', name: t`Language of the message` },
  ] as const satisfies readonly { id: Grouping; name: string }[]
  return (
    <Section
      title={t`Breakdown`}
      actions={
        <div className="w-full sm:w-64 print:hidden">
          <Select label={t`Broken down by`} choices={choices} value={by} onChange={onGrouping} />
        </div>
      }
    >
      <Table
        label={choices.find(({ id }) => id === by)?.name ?? t`Breakdown`}
        columns={useColumns(nameOf)}
        rows={groups}
        keyOf={({ key }) => key}
        emptyState={null}
      />
      <p className="mt-2 max-w-2xl text-xs text-muted">
        {by === 'leadTime' ? (
          <Trans>
            People who book long ahead miss more appointments, reminded or not. Differences between these rows say
            nothing about reminders.
          </Trans>
        ) : (
          <Trans>
            Not comparable: the groups differ in how far ahead their appointments were made or in how many outcomes are
            noted, or are too small. A difference then says nothing about reminders.
          </Trans>
        )}
      </p>
    </Section>
  )
}

function useColumns(nameOf: (key: string) => string): readonly Column<Group>[] {
  const { t } = useLingui()
  const locale = currentLocale()
  const count = (value: number) => formatCount(value, locale)
  return [
    { id: 'group', title: t`Group`, isTyped: true, cell: ({ key }) => nameOf(key) },
    {
      id: 'noted',
      title: t`Outcome noted`,
      isNumber: true,
      cell: ({ outcomeRecorded, started }) => formatShare(outcomeRecorded, started, locale),
    },
    {
      id: 'noShow',
      title: t`Did not attend`,
      isNumber: true,
      cell: ({ noShow, outcomeRecorded, comparison }) =>
        comparison === 'not_comparable' ? (
          <StatusPill tone="none">
            <Trans>Not comparable</Trans>
          </StatusPill>
        ) : (
          formatShare(noShow, outcomeRecorded, locale)
        ),
    },
    { id: 'appointments', title: t`Appointments`, isNumber: true, cell: ({ appointments }) => count(appointments) },
    {
      id: 'reached',
      title: t`Reached`,
      isNumber: true,
      isSecondary: true,
      cell: ({ reached, appointments }) => formatShare(reached, appointments, locale),
    },
    {
      id: 'answered',
      title: t`Answered`,
      isNumber: true,
      isSecondary: true,
      cell: ({ answered, appointments }) => formatShare(answered, appointments, locale),
    },
    {
      id: 'cancelled',
      title: t`Cancelled early`,
      isNumber: true,
      isSecondary: true,
      cell: ({ cancelledEarly }) => count(cancelledEarly),
    },
  ]
}
