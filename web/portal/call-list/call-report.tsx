import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#web/api/client.ts'
import { Table } from '#web/ui/data/table.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount, formatShare } from '#web/ui/numbers.ts'
import type { Period } from '../delivery/delivery-search.ts'
import { useGroupNames } from '../delivery/use-group-names.ts'
import { read } from '../developer-routes.ts'
import { useHolder } from '../holder.ts'

type Group = DataOf<'getHolderCallReport'>['locales'][number] & { readonly by: 'locale' | 'channel' }

/** Who is called beside who has appointments, by language and by channel: neither orders the call list, so a difference has another cause. */
export function CallReport({ period }: { readonly period: Period }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(
    read('getHolderCallReport', { params: { platformHolderId: useHolder() }, query: period }),
  )
  const nameOf = { locale: useGroupNames('locale'), channel: useGroupNames('channel') }
  const headings = { locale: t`Language of the message`, channel: t`Text message or e-mail` }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const groups = data && [
    ...data.locales.map((one): Group => ({ ...one, by: 'locale' })),
    ...data.channels.map((one): Group => ({ ...one, by: 'channel' })),
  ]
  const isEmpty = groups?.every(({ called }) => called === 0)
  return (
    <>
      <Table
        label={t`Who was called`}
        columns={[
          { id: 'group', title: t`Group`, isTyped: true, cell: ({ by, key }) => nameOf[by](key) },
          {
            id: 'appointments',
            title: t`Share of appointments`,
            isNumber: true,
            cell: ({ appointmentsShare, appointments }) => <Share share={appointmentsShare} count={appointments} />,
          },
          {
            id: 'called',
            title: t`Share of calls`,
            isNumber: true,
            cell: ({ calledShare, called }) => <Share share={calledShare} count={called} />,
          },
        ]}
        rows={isEmpty ? [] : groups}
        groupOf={({ by }) => headings[by]}
        keyOf={({ by, key }) => `${by} ${key}`}
        skeletonRows={2}
        emptyState={
          <p className="rounded-lg border border-line bg-surface px-4 py-4 text-muted">
            <Trans>No call was recorded about the appointments of these days.</Trans>
          </p>
        }
      />
      {isEmpty === false && (
        <p className="mt-2 max-w-2xl text-xs text-muted">
          <Trans>
            Language and channel do not order the call list. Where the share of calls is far above the share of
            appointments, look why: messages in the wrong language, old numbers, no address. Groups of fewer than five
            people are counted together.
          </Trans>
        </p>
      )}
    </>
  )
}

function Share({ share, count }: { readonly share: number; readonly count: number }) {
  const locale = currentLocale()
  return (
    <>
      {formatShare(share, 1, locale)} <span className="text-muted">({formatCount(count, locale)})</span>
    </>
  )
}
