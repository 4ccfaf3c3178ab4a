import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { useHolder } from '../holder.ts'
import { TestMessageCard } from './test-message-card.tsx'
import { testInbox } from './test-inbox-queries.ts'

const route = getRouteApi('/shell/test-inbox')

/** How often, and for how long, it is read again for what an answer causes. */
const awaiting = { everyMs: 2_000, forMs: 15_000 }

/** What a test organization would have sent, as the people would have seen it, and where answers are tried. */
export function TestInboxPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isAwaiting, setAwaiting] = useState(false)
  const { items, nextPageToken } = useSuspenseQuery({
    ...testInbox(useHolder(), search),
    refetchInterval: isAwaiting ? awaiting.everyMs : false,
  }).data
  const awaitAnswer = () => {
    setAwaiting(true)
    setTimeout(() => setAwaiting(false), awaiting.forMs)
  }
  return (
    <Page title={t`Test inbox`} lead={t`What would have been sent in the past 30 days. Nobody else received it.`}>
      {items.length === 0 ? (
        <EmptyState icon={<Inbox aria-hidden size={24} />} title={t`No messages in the past 30 days`} />
      ) : (
        <ul aria-label={t`Test inbox`} className="flex max-w-2xl flex-col gap-4">
          {items.map((message) => (
            <li key={message.id} className="flex flex-col">
              <TestMessageCard message={message} onAnswered={awaitAnswer} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        isFirst={search.pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => void navigate({ search: {} })}
        onNext={(pageToken) => void navigate({ search: { pageToken } })}
      />
    </Page>
  )
}
