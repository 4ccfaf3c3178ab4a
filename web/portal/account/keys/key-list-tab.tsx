import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { formatDate } from '#web/ui/time/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page } from '#web/ui/page.tsx'
import { useProfile } from '../../holder.ts'
import { apiKeys, type ApiKey } from './key-queries.ts'
import { RevokeDialog } from './revoke-dialog.tsx'

const route = getRouteApi('/shell/account/keys')

/** The keys by which programs of the organization call the API. */
export function KeyListTab() {
  const { t } = useLingui()
  const { pageToken } = route.useSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(apiKeys(pageToken)).data
  const { defaultTimezone } = useProfile()
  const [asked, setAsked] = useState<ApiKey | null>(null)
  const make = (
    <LinkButton to="/account/keys/new" look="primary" icon={<Plus aria-hidden size={16} />}>
      <Trans>New key</Trans>
    </LinkButton>
  )
  return (
    <Page title={t`API keys`} actions={items.length > 0 && make}>
      <Table
        label={t`API keys`}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'name',
            title: t`Name`,
            isTyped: true,
            cell: ({ name, prefix }) => (
              <>
                <span className="block font-medium">{name}</span>
                <code dir="ltr" className="font-mono text-xs text-muted">
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
          { id: 'state', title: t`Status`, onCard: 'end', cell: ({ status }) => <KeyState status={status} /> },
          {
            id: 'until',
            title: t({ message: 'Until', context: 'last day it works' }),
            isSecondary: true,
            cell: ({ expiresAt }) => formatDate(expiresAt, currentLocale(), defaultTimezone),
          },
          {
            id: 'revoke',
            title: t`Revoke`,
            isTitleHidden: true,
            isNumber: true,
            cell: (key) =>
              key.status === 'active' && (
                <Button aria-label={t`Revoke ${key.name}`} onPress={() => setAsked(key)}>
                  <Trans>Revoke</Trans>
                </Button>
              ),
          },
        ]}
        emptyState={
          <EmptyState icon={<KeyRound aria-hidden size={24} />} title={t`No API keys`} action={make}>
            <Trans>
              With a key, a program of yours, such as your practice system, sends in appointments automatically.
            </Trans>
          </EmptyState>
        }
      />
      <Pagination
        isFirst={pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => void navigate({ search: { pageToken: undefined } })}
        onNext={(next) => void navigate({ search: { pageToken: next } })}
      />
      <RevokeDialog apiKey={asked} onClose={() => setAsked(null)} />
    </Page>
  )
}

function KeyState({ status }: Pick<ApiKey, 'status'>) {
  if (status === 'active')
    return (
      <StatusPill tone="ok">
        <Trans>In use</Trans>
      </StatusPill>
    )
  return <StatusPill tone="quiet">{status === 'revoked' ? <Trans>Revoked</Trans> : <Trans>Expired</Trans>}</StatusPill>
}
