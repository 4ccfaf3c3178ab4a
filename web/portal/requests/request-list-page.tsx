import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useMatch } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Appointment } from '../appointments/delivery-pill.tsx'
import { useHolder, useProfile } from '../holder.ts'
import { appointmentOf, requestList, type Request } from './request-queries.ts'
import { RequestTabs } from './request-tabs.tsx'
import { requestStatuses, requestTypes } from './request-text.ts'

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
        <div className="grid grid-cols-1 gap-6 @min-[43rem]:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <div className={isOneOpen ? '@max-[43rem]:hidden' : 'only:col-span-full'}>
            <Requests />
          </div>
          {isOneOpen ? <Outlet /> : <Hint />}
        </div>
      </div>
    </Page>
  )
}

function Requests() {
  const { t } = useLingui()
  const holder = useHolder()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(requestList(holder, search)).data
  const appointments = useSuspenseQueries({ queries: items.map((one) => appointmentOf(holder, one.appointmentId)) })
  if (items.length === 0)
    return (
      <EmptyState icon={<Inbox aria-hidden size={24} />} title={search.show ? t`No requests` : t`No open requests`}>
        <Trans>When somebody asks to cancel or move an appointment, it appears here.</Trans>
      </EmptyState>
    )
  return (
    <>
      <ul
        aria-label={t`Requests`}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {items.map((one, index) => (
          <RequestLine key={one.id} request={one} appointment={appointments[index]?.data} />
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
  appointment,
}: {
  readonly request: Request
  readonly appointment: Appointment | undefined
}) {
  const { i18n } = useLingui()
  const { displayName: ownName, defaultTimezone } = useProfile()
  const { tone, name } = requestStatuses[request.status]
  return (
    <li>
      <Link
        to="/requests/$requestId"
        params={{ requestId: request.id }}
        search={(before) => before}
        className="block px-4 py-3 hover:bg-sunken"
        activeProps={{ className: 'bg-accent-soft hover:bg-accent-soft', 'aria-current': 'true' }}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="font-medium">{appointment?.recipient.displayName}</span>
          {request.status !== 'pending_review' && <StatusPill tone={tone}>{i18n._(name)}</StatusPill>}
        </span>
        <span className="block">{i18n._(requestTypes[request.type])}</span>
        {appointment && (
          <span className="block text-xs text-muted">
            {formatShortDayTime(appointment.startsAt, currentLocale(), appointment.timezone, defaultTimezone)}
            {appointment.title !== ownName && ` · ${appointment.title}`}
          </span>
        )}
      </Link>
    </li>
  )
}

/** How to open one; nothing where there is none. */
function Hint() {
  const { items } = useSuspenseQuery(requestList(useHolder(), route.useSearch())).data
  if (items.length === 0) return null
  return (
    <p className="rounded-lg border border-dashed border-line px-6 py-12 text-center text-muted @max-[43rem]:hidden">
      <Trans>
        Choose a request to read and answer it. With a request open, the arrow keys go to the next and the previous one.
      </Trans>
    </p>
  )
}
