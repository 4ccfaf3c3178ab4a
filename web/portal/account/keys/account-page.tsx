import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { later } from '#web/ui/later.tsx'
import { Page } from '#web/ui/page.tsx'
import { useHolder } from '../../holder.ts'
import { May } from '../../may.tsx'
import { Purpose } from './account-purpose.tsx'
import { accountKeys, serviceAccount, type ApiKey } from './key-queries.ts'
import { endsSoon, KeyTable } from './key-table.tsx'

const ArchiveDialog = later(async () => (await import('./archive-dialog.tsx')).ArchiveDialog)
const RevokeDialog = later(async () => (await import('./revoke-dialog.tsx')).RevokeDialog)

const write = 'service-accounts:write'
const route = getRouteApi('/shell/account/keys/accounts/$accountId')

/** A service account and its keys. */
export function ServiceAccountPage() {
  const { t } = useLingui()
  const { accountId } = route.useParams()
  const { pageToken } = route.useSearch()
  const navigate = route.useNavigate()
  const holder = useHolder()
  const account = useSuspenseQuery(serviceAccount(holder, accountId)).data
  const { items, nextPageToken } = useSuspenseQuery(accountKeys(holder, accountId, pageToken)).data
  const [asked, setAsked] = useState<ApiKey | 'account' | null>(null)
  const isActive = account.archivedAt === null
  const make = isActive && (
    <May scope={write}>
      <LinkButton
        to="/account/keys/accounts/$accountId/new"
        params={{ accountId }}
        look="primary"
        icon={<Plus aria-hidden size={16} />}
      >
        <Trans>New key</Trans>
      </LinkButton>
    </May>
  )
  return (
    <Page
      title={account.name}
      lead={<Purpose />}
      actions={
        <>
          <LinkButton to="/account/keys" look="quiet">
            <Trans>Back to the list</Trans>
          </LinkButton>
          {isActive ? (
            <May scope={write}>
              <Button onPress={() => setAsked('account')}>
                <Trans>Archive</Trans>
              </Button>
            </May>
          ) : (
            <StatusPill tone="quiet">
              <Trans>Archived</Trans>
            </StatusPill>
          )}
          {items.length > 0 && make}
        </>
      }
    >
      <KeyTable
        keys={items}
        buttons={(key) => (
          <May scope={write}>
            {endsSoon(key) && (
              <LinkButton
                to="/account/keys/accounts/$accountId/new"
                params={{ accountId }}
                search={{ next: key.id }}
                aria-label={t`Next key for “${key.name}”`}
              >
                <Trans>Next key</Trans>
              </LinkButton>
            )}
            <Button aria-label={t`Revoke ${key.name}`} onPress={() => setAsked(key)}>
              <Trans>Revoke</Trans>
            </Button>
          </May>
        )}
        emptyState={<EmptyState icon={<KeyRound aria-hidden size={24} />} title={t`No API keys`} action={make} />}
      />
      <Pagination
        isFirst={pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => void navigate({ search: { pageToken: undefined } })}
        onNext={(next) => void navigate({ search: { pageToken: next } })}
      />
      {asked === 'account' && <ArchiveDialog account={account} onClose={() => setAsked(null)} />}
      {asked !== null && asked !== 'account' && (
        <RevokeDialog apiKey={asked} accountId={accountId} onClose={() => setAsked(null)} />
      )}
    </Page>
  )
}
