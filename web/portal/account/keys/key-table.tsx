import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { now } from '#web/api/clock.ts'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatDate, formatShortDayTime } from '#web/ui/time/dates.ts'
import { useProfile } from '../../holder.ts'
import type { ApiKey } from './key-queries.ts'

const soonMs = 30 * 24 * 3_600_000

/** Keys with what they may do, when each was last used and until when it works. */
export function KeyTable({
  keys,
  buttons,
  emptyState,
}: {
  readonly keys: readonly ApiKey[]
  /** What can be done with one that works. */
  readonly buttons: (key: ApiKey) => ReactNode
  readonly emptyState: ReactNode
}) {
  const { t } = useLingui()
  const { defaultTimezone } = useProfile()
  return (
    <Table
      label={t`API keys`}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          title: t`Name`,
          isTyped: true,
          cell: ({ name, prefix }) => (
            <>
              <span className="block font-medium">{name}</span>
              <code dir="ltr" className="font-mono text-xs whitespace-nowrap text-muted">
                {prefix}…
              </code>
            </>
          ),
        },
        {
          id: 'rights',
          title: t`Permissions`,
          isSecondary: true,
          cell: ({ kind, scopes }) =>
            kind === 'full' ? (
              <Trans>Everything</Trans>
            ) : (
              <Plural value={scopes.length} one="# permission" other="# permissions" />
            ),
        },
        { id: 'state', title: t`Status`, onCard: 'end', cell: (key) => <KeyState apiKey={key} /> },
        {
          id: 'used',
          title: t`Last used`,
          cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} />,
        },
        {
          id: 'until',
          title: t({ message: 'Until', context: 'last day it works' }),
          cell: ({ expiresAt }) => formatDate(expiresAt, currentLocale(), defaultTimezone),
        },
        {
          id: 'do',
          title: t`Revoke`,
          isTitleHidden: true,
          isNumber: true,
          cell: (key) =>
            key.status === 'active' && <div className="flex flex-wrap justify-end gap-2">{buttons(key)}</div>,
        },
      ]}
      emptyState={emptyState}
    />
  )
}

/** When a key was last used, which is less than a year ago; of one that nobody used yet, that. */
export function LastUsed({ at }: { readonly at: string | null }) {
  const { defaultTimezone } = useProfile()
  return at === null ? <Trans>Not yet</Trans> : formatShortDayTime(at, currentLocale(), defaultTimezone)
}

/** Whether a key works and ends within 30 days, which is when its end is first mailed. */
export function endsSoon({ status, expiresAt }: Pick<ApiKey, 'status' | 'expiresAt'>): boolean {
  return status === 'active' && Date.parse(expiresAt) - now().getTime() < soonMs
}

function KeyState({ apiKey }: { readonly apiKey: ApiKey }) {
  if (endsSoon(apiKey))
    return (
      <StatusPill tone="warn">
        <Trans>Ends soon</Trans>
      </StatusPill>
    )
  if (apiKey.status === 'active')
    return (
      <StatusPill tone="ok">
        <Trans>In use</Trans>
      </StatusPill>
    )
  return (
    <StatusPill tone="quiet">
      {apiKey.status === 'revoked' ? <Trans>Revoked</Trans> : <Trans>Expired</Trans>}
    </StatusPill>
  )
}
