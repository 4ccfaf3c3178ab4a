import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserRoundCheck } from 'lucide-react'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { useHolder } from '../holder.ts'
import { RequestTabs } from '../requests/request-tabs.tsx'
import { PersonCard } from './person-card.tsx'
import { waitingPeople } from './waiting-queries.ts'

const route = getRouteApi('/shell/people')

/** People who signed in with a number of the organization, and wait until staff link them to their appointments. */
export function WaitingPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(waitingPeople(useHolder(), search)).data
  return (
    <Page
      title={t`People who wait`}
      lead={t`They signed in with a number or address that you have, and see nothing yet. Once you know who they are, link them to their appointments.`}
    >
      <RequestTabs />
      {items.length === 0 && nextPageToken === null ? (
        <EmptyState icon={<UserRoundCheck aria-hidden size={24} />} title={t`Nobody waits`}>
          <Trans>When somebody signs in with a number that stands in your appointments, they are shown here.</Trans>
        </EmptyState>
      ) : (
        <>
          <ul aria-label={t`People who wait`} className="grid gap-4 lg:grid-cols-2">
            {items.map((person) => (
              <li key={person.profileId}>
                <PersonCard person={person} />
              </li>
            ))}
          </ul>
          <Pagination
            isFirst={search.pageToken === undefined}
            nextPageToken={nextPageToken}
            onFirst={() => void navigate({ search: {} })}
            onNext={(pageToken) => void navigate({ search: { pageToken } })}
          />
        </>
      )}
    </Page>
  )
}
