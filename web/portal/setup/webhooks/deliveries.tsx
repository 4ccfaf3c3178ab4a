import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { rowLink, Table } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { Section } from '#web/ui/page.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { eventTypes } from './event-types.ts'
import { PastSelect } from './past-select.tsx'
import {
  deliveryList,
  readDeliverySearch,
  readEveryMs,
  sinceOf,
  type Delivery,
  type Webhook,
} from './webhook-queries.ts'
import { deliveryStates } from './webhook-text.ts'

const route = getRouteApi('/shell/setup/webhooks/$endpointId')

/** What a webhook was told, the newest first. */
export function Deliveries({ webhook: { id } }: { readonly webhook: Webhook }) {
  const { t, i18n } = useLingui()
  const search = readDeliverySearch(route.useSearch())
  const navigate = route.useNavigate()
  const { defaultTimezone } = useProfile()
  const list = useQuery({ ...deliveryList(useHolder(), id, search), refetchInterval: readEveryMs })
  const locale = currentLocale()
  const filtered = { state: search.state, type: search.type, past: search.past, since: search.since }
  const filter = (to: typeof search) => void navigate({ search: { ...filtered, ...to }, replace: true })
  const isFiltered = Object.values(filtered).some((chosen) => chosen !== undefined)
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <Section title={t`Deliveries`}>
      <search className="mb-4 grid gap-4 sm:grid-cols-3 lg:max-w-4xl print:hidden">
        <Select
          label={t`Status`}
          choices={[
            { id: 'any', name: t`All` },
            ...states.map((state) => ({ id: state, name: i18n._(deliveryStates[state].name) })),
          ]}
          value={search.state ?? 'any'}
          onChange={(state) => filter({ state: states.find((one) => one === state) })}
        />
        <Select
          label={t`Event`}
          choices={[{ id: 'any', name: t`All` }, ...eventTypes.map((type) => ({ id: type, name: type, lang: 'en' }))]}
          value={search.type ?? 'any'}
          onChange={(type) => filter({ type: type === 'any' ? undefined : type })}
        />
        <PastSelect
          isOptional
          value={search.past}
          onChange={(past) => filter({ past, since: past && sinceOf(past) })}
        />
      </search>
      <Table
        label={t`Deliveries`}
        rows={list.data?.items}
        keyOf={(delivery) => delivery.id}
        emptyState={
          <EmptyState title={isFiltered ? t`Nothing found` : t`Nothing was sent yet`}>
            {list.data?.nextPageToken && <Trans>No match so far. The next page searches further.</Trans>}
          </EmptyState>
        }
        columns={[
          {
            id: 'event',
            title: t`Event`,
            cell: (delivery) => (
              <Link
                to="/setup/webhooks/$endpointId"
                params={{ endpointId: id }}
                search={{ ...search, open: delivery.id }}
                resetScroll={false}
                {...rowLink}
              >
                <code dir="ltr" className="font-mono text-xs break-all">
                  {delivery.eventType}
                </code>
              </Link>
            ),
          },
          {
            id: 'state',
            title: t`Status`,
            onCard: 'end',
            cell: ({ state }) => (
              <StatusPill tone={deliveryStates[state].tone}>{i18n._(deliveryStates[state].name)}</StatusPill>
            ),
          },
          {
            id: 'when',
            title: t`When`,
            cell: ({ createdAt }) => formatShortDayTime(createdAt, locale, defaultTimezone),
          },
          {
            id: 'attempts',
            title: t`Attempts`,
            isNumber: true,
            isSecondary: true,
            cell: ({ attempts }) => formatCount(attempts, locale),
          },
        ]}
      />
      <Pagination
        isFirst={search.pageToken === undefined}
        nextPageToken={list.data?.nextPageToken ?? null}
        onFirst={() => filter({})}
        onNext={(pageToken) => void navigate({ search: { ...filtered, pageToken } })}
      />
      {search.open !== undefined && (
        <DeliveryDialog
          endpointId={id}
          deliveryId={search.open}
          onClose={() => void navigate({ search: { ...search, open: undefined }, replace: true, resetScroll: false })}
        />
      )}
    </Section>
  )
}

const states: readonly Delivery['state'][] = ['due', 'held', 'delivered', 'failed']
