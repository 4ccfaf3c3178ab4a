import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { part } from '#web/api/part.ts'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { rowLink, Table } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { Action, Actor } from './audit-cells.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { trail, type AuditSearch } from './audit-queries.ts'

const route = getRouteApi('/shell/setup/audit')

const AuditDialog = lazy(async () => ({ default: (await part(() => import('./audit-dialog.tsx'))).AuditDialog }))

/** What was done, newest first, by days, by whom or with what. */
export function Trail({ search }: { readonly search: AuditSearch }) {
  const { t } = useLingui()
  const locale = currentLocale()
  const navigate = route.useNavigate()
  const { defaultTimezone } = useProfile()
  const { open, pageToken, ...filters } = search
  const { data, error, refetch } = useQuery(trail(useHolder(), defaultTimezone, search))
  const opened = data?.items.find(({ id }) => id === open)
  return (
    <>
      <AuditFilters filters={filters} items={data?.items ?? []} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          label={t`Audit`}
          rows={data?.items}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'what',
              title: t`What happened`,
              isTyped: true,
              cell: (event) => (
                <Link to="/setup/audit" search={{ ...search, open: event.id }} resetScroll={false} {...rowLink}>
                  <Action event={event} />
                </Link>
              ),
            },
            { id: 'who', title: t`Who`, isTyped: true, cell: (event) => <Actor event={event} /> },
            {
              id: 'when',
              title: t`When`,
              cell: ({ at }) => (
                <time dateTime={at} className="sm:whitespace-nowrap">
                  {formatShortDayTime(at, locale, defaultTimezone)}
                </time>
              ),
            },
            {
              id: 'network',
              title: t`Network`,
              isSecondary: true,
              cell: ({ network }) => <bdi dir="ltr">{network ?? '–'}</bdi>,
            },
          ]}
          emptyState={
            <EmptyState icon={<Eye aria-hidden size={24} />} title={t`Nothing was noted`}>
              {data?.nextPageToken ? (
                <Trans>No match so far. The next page searches further.</Trans>
              ) : (
                <Trans>Choose other days: one look covers 31 days, the last ones when none are chosen.</Trans>
              )}
            </EmptyState>
          }
        />
      )}
      <Pagination
        isFirst={pageToken === undefined}
        nextPageToken={data?.nextPageToken ?? null}
        onFirst={() => void navigate({ search: filters })}
        onNext={(next) => void navigate({ search: { ...filters, pageToken: next } })}
      />
      {opened && (
        <Suspense>
          <AuditDialog
            event={opened}
            onClose={() => void navigate({ search: { ...filters, pageToken }, replace: true, resetScroll: false })}
          />
        </Suspense>
      )}
    </>
  )
}
