import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { part } from '#web/api/part.ts'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { rowLink, Table } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page } from '#web/ui/page.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { CallAnswer } from './call-answer.tsx'
import { CallFilterForm } from './call-filter-form.tsx'
import { callList, readCallSearch } from './call-queries.ts'
import { formatMs } from './format-ms.ts'

const route = getRouteApi('/shell/account/calls')

const CallDialog = lazy(async () => ({ default: (await part(() => import('./call-dialog.tsx'))).CallDialog }))

/** What programs of the organization asked with their keys, and what they were answered. */
export function CallsTab() {
  const { t } = useLingui()
  const locale = currentLocale()
  const search = readCallSearch(route.useSearch())
  const navigate = route.useNavigate()
  const { defaultTimezone } = useProfile()
  const { items, nextPageToken } = useSuspenseQuery(callList(useHolder(), defaultTimezone, search)).data
  const { call: openId, pageToken, ...filters } = search
  const opened = items.find(({ id }) => id === openId)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <Page
      title={t`API calls`}
      lead={
        <Trans>
          What programs of yours asked with an API key in the past 14 days, and what they were answered. What they sent
          is not kept.
        </Trans>
      }
    >
      <CallFilterForm
        // What was typed goes with the search it was typed for.
        key={search.request ?? ''}
        filters={filters}
        items={items}
        onChange={(change) => void navigate({ search: { ...filters, ...change } })}
      />
      <Table
        label={t`API calls`}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'operation',
            title: t`Operation`,
            isTyped: true,
            cell: ({ id, operation }) => (
              <Link to="/account/calls" search={{ ...search, call: id }} resetScroll={false} {...rowLink}>
                <code dir="ltr" className="font-mono text-xs">
                  {operation}
                </code>
              </Link>
            ),
          },
          {
            id: 'answer',
            title: t({ message: 'Answer', context: 'of the API' }),
            onCard: 'line',
            cell: (call) => <CallAnswer call={call} />,
          },
          {
            id: 'when',
            title: t`When`,
            cell: ({ answeredAt }) => (
              <time dateTime={answeredAt} className="sm:whitespace-nowrap">
                {formatShortDayTime(answeredAt, locale, defaultTimezone)}
              </time>
            ),
          },
          { id: 'key', title: t`API key`, isTyped: true, isSecondary: true, cell: ({ key }) => key.name ?? key.id },
          {
            id: 'duration',
            title: t`Duration`,
            isNumber: true,
            isSecondary: true,
            cell: ({ durationMs }) => formatMs(durationMs, locale),
          },
        ]}
        emptyState={<NoCalls isFiltered={isFiltered} hasMore={nextPageToken !== null} />}
      />
      <Pagination
        isFirst={pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => void navigate({ search: filters })}
        onNext={(next) => void navigate({ search: { ...filters, pageToken: next } })}
      />
      {opened && (
        <Suspense>
          <CallDialog
            call={opened}
            onClose={() => void navigate({ search: { ...filters, pageToken }, replace: true, resetScroll: false })}
          />
        </Suspense>
      )}
    </Page>
  )
}

function NoCalls({ isFiltered, hasMore }: { readonly isFiltered: boolean; readonly hasMore: boolean }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={<ArrowLeftRight aria-hidden size={24} />}
      title={isFiltered ? t`No call fits these filters` : t`No API calls`}
    >
      {hasMore ? (
        <Trans>No match so far. The next page searches further.</Trans>
      ) : isFiltered ? (
        <Trans>A call whose key is unknown, expired or revoked is not listed.</Trans>
      ) : (
        <Trans>No program has called the API with a key in the past 14 days.</Trans>
      )}
    </EmptyState>
  )
}
