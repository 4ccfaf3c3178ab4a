import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { rowLink, Table } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { later } from '#web/ui/later.tsx'
import { Section } from '#web/ui/page.tsx'
import { formatDate } from '#web/ui/time/dates.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { May } from '../../may.tsx'
import { Purpose } from './account-purpose.tsx'
import { LastUsed } from './key-table.tsx'
import { serviceAccounts, type ServiceAccount } from './key-queries.ts'

const NewAccountDialog = later(async () => (await import('./new-account-dialog.tsx')).NewAccountDialog)

const route = getRouteApi('/shell/account/keys')

/** The accounts of programs: each with the keys it has, when they were used and when the first of them ends. */
export function AccountList() {
  const { t } = useLingui()
  const holder = useHolder()
  const { accountsToken } = route.useSearch()
  const navigate = route.useNavigate()
  const { defaultTimezone } = useProfile()
  const { items, nextPageToken } = useSuspenseQuery(serviceAccounts(holder, accountsToken)).data
  const [isMaking, setMaking] = useState(false)
  const make = (
    <May scope="service-accounts:write">
      <Button icon={<Plus aria-hidden size={16} />} onPress={() => setMaking(true)}>
        <Trans>New service account</Trans>
      </Button>
    </May>
  )
  return (
    <div className="mt-10">
      <Section title={t`Service accounts`} actions={items.length > 0 && make}>
        {items.length > 0 && (
          <p className="-mt-1 mb-4 max-w-2xl text-pretty text-muted">
            <Purpose />
          </p>
        )}
        <Table
          label={t`Service accounts`}
          rows={items.toSorted((one, other) => Number(one.archivedAt !== null) - Number(other.archivedAt !== null))}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'name',
              title: t`Name`,
              isTyped: true,
              cell: ({ id, name }) => (
                <Link to="/account/keys/accounts/$accountId" params={{ accountId: id }} {...rowLink}>
                  {name}
                </Link>
              ),
            },
            { id: 'keys', title: t`API keys`, isNumber: true, cell: (account) => <Keys account={account} /> },
            { id: 'used', title: t`Last used`, cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
            {
              id: 'until',
              title: t({ message: 'Until', context: 'last day it works' }),
              cell: ({ nextKeyEndsAt }) =>
                nextKeyEndsAt === null ? '–' : formatDate(nextKeyEndsAt, currentLocale(), defaultTimezone),
            },
          ]}
          emptyState={
            <EmptyState icon={<Bot aria-hidden size={24} />} title={t`No service accounts`} action={make}>
              <Purpose />
            </EmptyState>
          }
        />
        <Pagination
          isFirst={accountsToken === undefined}
          nextPageToken={nextPageToken}
          onFirst={() => void navigate({ search: (now) => ({ ...now, accountsToken: undefined }) })}
          onNext={(next) => void navigate({ search: (now) => ({ ...now, accountsToken: next }) })}
        />
      </Section>
      {isMaking && <NewAccountDialog onClose={() => setMaking(false)} />}
    </div>
  )
}

function Keys({ account }: { readonly account: ServiceAccount }) {
  if (account.archivedAt === null) return account.activeKeys
  return (
    <StatusPill tone="quiet">
      <Trans>Archived</Trans>
    </StatusPill>
  )
}
