import { Trans, useLingui } from '@lingui/react/macro'
import { MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { Table, type Column } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useProfile } from '../../holder.ts'
import type { Session } from './session-queries.ts'

/** Sign-ins: by which browser, from where, how and since when. */
export function SessionTable({
  title,
  sessions,
  isOfAll,
  isEnded,
  end,
}: {
  readonly title: string
  /** Undefined until they have come. */
  readonly sessions: readonly Session[] | undefined
  readonly isOfAll: boolean
  readonly isEnded: boolean
  readonly end: (session: Session) => ReactNode
}) {
  const { t } = useLingui()
  const { defaultTimezone } = useProfile()
  const when = (instant: string) => (
    <time dateTime={instant} className="sm:whitespace-nowrap">
      {formatShortDayTime(instant, currentLocale(), defaultTimezone)}
    </time>
  )
  const person: Column<Session> = {
    id: 'person',
    title: t`E-mail address`,
    isTyped: true,
    cell: ({ email }) => <bdi className="font-medium wrap-anywhere">{email}</bdi>,
  }
  const columns: readonly Column<Session>[] = [
    ...(isOfAll ? [person] : []),
    {
      id: 'browser',
      title: t`Browser`,
      cell: ({ browser, network, isCurrent }) => (
        <>
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-medium">{browser ?? '–'}</bdi>
            {isCurrent && (
              <StatusPill tone="ok">
                <Trans>This browser</Trans>
              </StatusPill>
            )}
          </span>
          {network !== null && (
            <span className="block font-mono text-xs text-muted">
              <bdi dir="ltr">{network}</bdi>
            </span>
          )}
        </>
      ),
    },
    {
      id: 'since',
      title: t`Signed in`,
      cell: ({ startedAt, method }) => (
        <>
          {when(startedAt)}
          <span className="block text-xs text-muted">
            {method === 'passkey' ? <Trans>With a passkey</Trans> : <Trans>With a code</Trans>}
          </span>
        </>
      ),
    },
    isEnded
      ? { id: 'ended', title: t`Signed out`, cell: ({ endedAt }) => endedAt && when(endedAt) }
      : { id: 'used', title: t`Last used`, cell: ({ lastSeenAt }) => when(lastSeenAt) },
  ]
  const last: Column<Session> = { id: 'end', title: t`Sign out`, isTitleHidden: true, isNumber: true, cell: end }
  return (
    <Table
      label={title}
      rows={sessions}
      keyOf={({ id }) => id}
      columns={isEnded ? columns : [...columns, last]}
      emptyState={
        <EmptyState
          icon={<MonitorSmartphone aria-hidden size={24} />}
          title={t`No sign-in has ended in the last 30 days`}
        />
      }
    />
  )
}
