import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useMatch } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page } from '#web/ui/page.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useHolder, useProfile } from '../holder.ts'
import { RequestTabs } from '../requests/request-tabs.tsx'
import { replyList, type Reply } from './reply-queries.ts'
import { replyReasons } from './reply-text.ts'

const route = getRouteApi('/shell/replies')

/** Text messages that a person has to read, and beside them the one that is open. */
export function ReplyListPage() {
  const { t } = useLingui()
  const isOneOpen = useMatch({ from: '/shell/replies/$replyId', shouldThrow: false }) !== undefined
  return (
    <Page title={t`Replies`} lead={<Trans>Somebody wrote back. Nothing changes until you act.</Trans>}>
      <RequestTabs />
      <div className="@container">
        <div
          className={
            isOneOpen ? 'grid grid-cols-1 gap-6 @min-[43rem]:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]' : undefined
          }
        >
          <div className={isOneOpen ? '@max-[43rem]:hidden' : undefined}>
            <ReplyViews />
            <Replies />
          </div>
          <Outlet />
        </div>
      </div>
    </Page>
  )
}

const exactly = { includeSearch: true, explicitUndefined: true } as const

function ReplyViews() {
  const { t } = useLingui()
  return (
    <TabLinks label={t`Views`}>
      <Link to="/replies" search={{ list: undefined }} activeOptions={exactly} {...tabLink}>
        <Trans>Waiting</Trans>
      </Link>
      <Link to="/replies" search={{ list: 'mine' }} activeOptions={exactly} {...tabLink}>
        <Trans>Taken by you</Trans>
      </Link>
      <Link to="/replies" search={{ list: 'done' }} activeOptions={exactly} {...tabLink}>
        <Trans>Done</Trans>
      </Link>
    </TabLinks>
  )
}

function Replies() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(replyList(useHolder(), search)).data
  if (items.length === 0)
    return (
      <EmptyState icon={<MessageCircleQuestion aria-hidden size={24} />} title={t`No replies here`}>
        <Trans>People’s replies to messages arrive here.</Trans>
      </EmptyState>
    )
  return (
    <>
      <ul
        aria-label={t`Replies`}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {items.map((one) => (
          <ReplyLine key={one.id} reply={one} />
        ))}
      </ul>
      <Pagination
        isFirst={search.pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => void navigate({ search: (before) => ({ ...before, pageToken: undefined }) })}
        onNext={(pageToken) => void navigate({ search: (before) => ({ ...before, pageToken }) })}
      />
    </>
  )
}

function ReplyLine({ reply }: { readonly reply: Reply }) {
  const { i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  const { people, senderMasked, receivedAt, assignedTo, text, reason } = reply
  const [first] = people
  return (
    <li className="relative px-4 py-3 has-[a]:hover:bg-sunken has-[[aria-current]]:bg-accent-soft">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link
          to="/replies/$replyId"
          params={{ replyId: reply.id }}
          search={(before) => before}
          className="font-medium after:absolute after:inset-0"
          activeProps={{ 'aria-current': 'true' }}
        >
          {first?.displayName ?? <bdi dir="ltr">{senderMasked ?? '–'}</bdi>}
        </Link>
        <time dateTime={receivedAt} className="text-xs text-muted">
          {formatShortDayTime(receivedAt, currentLocale(), defaultTimezone, defaultTimezone)}
        </time>
      </div>
      {text !== null && (
        <p dir="auto" className="line-clamp-2 wrap-anywhere">
          {text}
        </p>
      )}
      <p className="text-xs text-muted">{i18n._(replyReasons[reason])}</p>
      {assignedTo !== null && <p className="text-xs text-muted">{<TakenBy {...assignedTo} />}</p>}
    </li>
  )
}

/** Who took a reply. */
export function TakenBy({ displayName, isYou }: NonNullable<Reply['assignedTo']>) {
  return isYou ? <Trans>Taken by you</Trans> : <Trans>Taken by {displayName}</Trans>
}
