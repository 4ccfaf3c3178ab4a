import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Table } from '#web/ui/data/table.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { reasonText } from '../appointments/reason-text.ts'
import { useHolder, useProfile } from '../holder.ts'
import { hasReasons, reasons } from './delivery-queries.ts'
import type { Period } from './delivery-search.ts'

/** How many appointments no message arrived for, by reason; not of a period too long to count each of them. */
export function Reasons({ period }: { readonly period: Period }) {
  if (hasReasons(period)) return <CountedReasons period={period} />
  return (
    <p className="text-muted">
      <Trans>Choose at most a month to see the reasons.</Trans>
    </p>
  )
}

function CountedReasons({ period }: { readonly period: Period }) {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useQuery(reasons(useHolder(), useProfile().defaultTimezone, period))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Table
        label={t`Why people were not reached`}
        columns={[
          { id: 'reason', title: t`Reason`, cell: ({ reasonCode }) => i18n._(reasonText[reasonCode]) },
          {
            id: 'count',
            title: t`Appointments`,
            isNumber: true,
            cell: ({ appointments }) => formatCount(appointments, currentLocale()),
          },
        ]}
        rows={data?.reasons}
        keyOf={({ reasonCode }) => reasonCode}
        skeletonRows={2}
        emptyState={
          <p className="rounded-lg border border-line bg-surface px-4 py-4 text-muted">
            <Trans>No message is known to have failed.</Trans>
          </p>
        }
      />
      {data && data.reasons.length > 0 && (
        <p className="mt-2 print:hidden">
          <Link
            to="/appointments"
            search={{ day: period.from, delivery: 'failed' }}
            className="text-accent underline-offset-2 hover:underline"
          >
            <Trans>Show whose message did not arrive</Trans>
          </Link>
        </p>
      )}
    </>
  )
}
