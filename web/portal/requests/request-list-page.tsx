import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useMatch } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../holder.ts'
import { requestList, type Request } from './request-queries.ts'
import { RequestTabs } from './request-tabs.tsx'
import { requestStatuses, requestTypes } from './request-text.ts'
import { useReview } from './use-review.ts'
import { Windows } from './wish.tsx'

const route = getRouteApi('/shell/requests')

/** The requests, and beside them the one that is open. */
export function RequestListPage() {
  const { t } = useLingui()
  const isOneOpen = useMatch({ from: '/shell/requests/$requestId', shouldThrow: false }) !== undefined
  return (
    <Page
      title={t`Requests`}
      lead={t`People ask to cancel or to move. Nothing changes until you answer, and it never changes another system.`}
    >
      <RequestTabs />
      <div className="@container">
        <div
          className={
            isOneOpen ? 'grid grid-cols-1 gap-6 @min-[43rem]:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]' : undefined
          }
        >
          <div className={isOneOpen ? '@max-[43rem]:hidden' : undefined}>
            <Requests isOneOpen={isOneOpen} />
          </div>
          <Outlet />
        </div>
      </div>
    </Page>
  )
}

function Requests({ isOneOpen }: { readonly isOneOpen: boolean }) {
  const { t } = useLingui()
  const holder = useHolder()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(requestList(holder, search)).data
  const list = useRef<HTMLUListElement>(null)
  if (items.length === 0)
    return (
      <EmptyState icon={<Inbox aria-hidden size={24} />} title={search.show ? t`No requests` : t`No open requests`}>
        <Trans>When somebody asks to cancel or move an appointment, it appears here.</Trans>
      </EmptyState>
    )
  return (
    <>
      {!isOneOpen && (
        <p className="mb-3 text-muted print:hidden">
          <Trans>
            Choose a request to read and answer it. With a request open, the arrow keys go to the next and the previous
            one.
          </Trans>
        </p>
      )}
      <ul
        ref={list}
        aria-label={t`Requests`}
        onKeyDown={isOneOpen ? undefined : walkByArrows}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {items.map((one, index) => (
          <RequestLine
            key={one.id}
            request={one}
            hasAnswers={!isOneOpen && one.status === 'pending_review'}
            onAnswered={() => focusLine(list.current, index)}
          />
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

function RequestLine({
  request,
  hasAnswers,
  onAnswered,
}: {
  readonly request: Request
  /** It can be answered here, in one press. */
  readonly hasAnswers: boolean
  readonly onAnswered: () => void
}) {
  const { i18n } = useLingui()
  const { displayName: ownName, defaultTimezone } = useProfile()
  const { tone, name } = requestStatuses[request.status]
  const { displayName, startsAt, timezone, title } = request.appointment
  return (
    <li className="relative px-4 py-3 has-[a[data-line]]:hover:bg-sunken has-[[aria-current]]:bg-accent-soft">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to="/requests/$requestId"
          params={{ requestId: request.id }}
          search={(before) => before}
          data-line=""
          className="font-medium after:absolute after:inset-0"
          activeProps={{ 'aria-current': 'true' }}
        >
          {displayName}
        </Link>
        {request.status !== 'pending_review' && <StatusPill tone={tone}>{i18n._(name)}</StatusPill>}
      </div>
      <p>{i18n._(requestTypes[request.type])}</p>
      <p className="text-xs text-muted">
        {formatShortDayTime(startsAt, currentLocale(), timezone, defaultTimezone)}
        {title !== ownName && ` · ${title}`}
      </p>
      {request.note && <p className="mt-1 line-clamp-2 text-sm wrap-anywhere">{request.note}</p>}
      {request.preferredWindows.length > 0 && (
        <div className="mt-1 text-xs">
          <Windows windows={request.preferredWindows} timezone={timezone} />
        </div>
      )}
      {hasAnswers && <Answers request={request} onAnswered={onAnswered} />}
    </li>
  )
}

/** Yes or no, without a message; that takes opening the request. */
function Answers({ request, onAnswered }: { readonly request: Request; readonly onAnswered: () => void }) {
  const { t } = useLingui()
  const navigate = route.useNavigate()
  const { appointmentId } = request
  const { displayName } = request.appointment
  const review = useReview(request, (isToBeMoved) => {
    // Its reminders wait for the new time, which nobody else sets.
    if (isToBeMoved) void navigate({ to: '/appointments/$appointmentId/edit', params: { appointmentId } })
    else onAnswered()
  })
  const isOf = (decision: 'approved' | 'declined') => review.isPending && review.variables?.decision === decision
  return (
    <div className="relative z-10 mt-2 w-fit print:hidden">
      <div role="group" aria-label={displayName} className="flex flex-wrap gap-2">
        <Button isPending={isOf('approved')} onPress={() => review.mutate({ decision: 'approved' })}>
          {request.type === 'cancel' ? t`Approve and cancel the appointment` : t`Approve`}
        </Button>
        <Button isPending={isOf('declined')} onPress={() => review.mutate({ decision: 'declined' })}>
          <Trans>Decline</Trans>
        </Button>
      </div>
      <ErrorNote error={review.error} />
    </div>
  )
}

/** The arrow keys go from line to line. */
function walkByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof Element)) return
  const items = [...event.currentTarget.children]
  const at = items.findIndex((item) => item.contains(event.target as Element))
  event.preventDefault()
  items[at + step]?.querySelector<HTMLElement>('a[data-line]')?.focus()
}

/** After an answer the next request has taken the place of the one that is gone; after the last one, the page. */
function focusLine(list: HTMLElement | null, index: number): void {
  const items = list?.isConnected ? list.children : []
  const line = items[Math.min(index, items.length - 1)]?.querySelector<HTMLElement>('a[data-line]')
  ;(line ?? document.querySelector<HTMLElement>('h1'))?.focus()
}
