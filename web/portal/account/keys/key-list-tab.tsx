import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { May } from '../../may.tsx'
import { AccountList } from './account-list.tsx'
import type { ApiKey } from './key-queries.ts'
import { apiKeys } from './own-key-queries.ts'
import { endsSoon, KeyTable } from './key-table.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

const route = getRouteApi('/shell/account/keys')

/** The keys by which programs of the organization call the API: one's own, and the accounts that have some. */
export function KeyListTab() {
  const { t } = useLingui()
  const { pageToken } = route.useSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(apiKeys(pageToken)).data
  const [asked, setAsked] = useState<ApiKey | null>(null)
  const make = (
    <LinkButton to="/account/keys/new" look="primary" icon={<Plus aria-hidden size={16} />}>
      <Trans>New key</Trans>
    </LinkButton>
  )
  return (
    <Page title={t`API keys`} actions={items.length > 0 && make}>
      <KeyTable
        keys={items}
        buttons={(key) => (
          <>
            {endsSoon(key) && (
              <LinkButton to="/account/keys/new" search={{ next: key.id }} aria-label={t`Next key for “${key.name}”`}>
                <Trans>Next key</Trans>
              </LinkButton>
            )}
            <Button aria-label={t`Revoke ${key.name}`} onPress={() => setAsked(key)}>
              <Trans>Revoke</Trans>
            </Button>
          </>
        )}
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
        onFirst={() => void navigate({ search: (now) => ({ ...now, pageToken: undefined }) })}
        onNext={(next) => void navigate({ search: (now) => ({ ...now, pageToken: next }) })}
      />
      <May scope="access:read">
        <AccountList />
      </May>
      <RevokeDialog apiKey={asked} onClose={() => setAsked(null)} />
    </Page>
  )
}
