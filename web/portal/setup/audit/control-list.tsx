import { Trans, useLingui } from '@lingui/react/macro'
import { formatMonth } from '#/locales/month.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { now } from '#web/api/clock.ts'
import { rowLink, Table } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { addDays, dayOf } from '#web/ui/time/days.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { controlList, type AuditSearch } from './audit-queries.ts'

const route = getRouteApi('/shell/setup/audit')

/** Who of staff opened most people in a month, worked outside hours, or opened one person most often. */
export function ControlList({ search }: { readonly search: AuditSearch }) {
  const { t } = useLingui()
  const locale = currentLocale()
  const navigate = route.useNavigate()
  const { defaultTimezone } = useProfile()
  const { data, error, refetch } = useQuery(controlList(useHolder(), search))
  const months = monthsUntil(dayOf(now(), defaultTimezone))
  const month = search.month ?? months[0] ?? ''
  const nameOf = (id: string) => {
    const [year = 0, number = 0] = id.split('-').map(Number)
    return formatMonth(locale, year, number)
  }
  const names = {
    people: t`People opened`,
    outside: t`Outside working hours`,
    often: t`One person, most often`,
  }
  return (
    <>
      <search className="mb-4 grid gap-3 sm:grid-cols-2 lg:max-w-2xl print:hidden">
        <Select
          label={t`Month`}
          choices={(months.includes(month) ? months : [month, ...months]).map((id) => ({ id, name: nameOf(id) }))}
          value={month}
          onChange={(one) => void navigate({ search: { ...search, month: one } })}
        />
        <Select
          label={t`Highest first`}
          choices={(['people', 'outside', 'often'] as const).map((id) => ({ id, name: names[id] }))}
          value={search.order ?? 'people'}
          onChange={(order) => void navigate({ search: { ...search, order } })}
        />
      </search>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          label={t`Control list`}
          rows={data?.items}
          keyOf={({ actorId }) => actorId}
          columns={[
            {
              id: 'who',
              title: t`Who`,
              isTyped: true,
              cell: ({ actorId, actorName }) => (
                <Link to="/setup/audit" search={{ actor: actorId, ...daysOf(month) }} {...rowLink}>
                  <bdi>{actorName ?? actorId}</bdi>
                </Link>
              ),
            },
            { id: 'people', title: names.people, isNumber: true, cell: ({ people }) => formatCount(people, locale) },
            {
              id: 'outside',
              title: names.outside,
              isNumber: true,
              cell: ({ outsideHours }) => formatCount(outsideHours, locale),
            },
            {
              id: 'often',
              title: names.often,
              isNumber: true,
              cell: ({ mostOpened, mostOpenings }) => (
                <Link
                  to="/people/$personId"
                  params={{ personId: mostOpened }}
                  className="relative font-medium text-accent underline-offset-2 hover:underline"
                >
                  {formatCount(mostOpenings, locale)}
                </Link>
              ),
            },
          ]}
          emptyState={
            <EmptyState icon={<Eye aria-hidden size={24} />} title={t`Nobody opened anybody in this month`} />
          }
        />
      )}
      <p className="mt-4 max-w-prose text-xs text-muted">
        <Trans>
          Counted is who opened an appointment, a person, a reply or a request; again within the same hour counts once,
          and lists do not count. Outside working hours is on a Sunday, before 7:00 and from 20:00.
        </Trans>
      </p>
    </>
  )
}

/** This month and those before it, of a year and a bit. */
function monthsUntil(today: string): string[] {
  const months: string[] = []
  for (let day = today; months.length < 14; day = addDays(`${day.slice(0, 7)}-01`, -1)) months.push(day.slice(0, 7))
  return months
}

/** The first and last day of a month. */
function daysOf(month: string): { from: string; to: string } {
  const next = addDays(`${month}-01`, 31).slice(0, 7)
  return { from: `${month}-01`, to: addDays(`${next}-01`, -1) }
}
