import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, PhoneCall, Printer } from 'lucide-react'
import { now } from '#web/api/clock.ts'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page } from '#web/ui/page.tsx'
import { formatDay } from '#web/ui/time/dates.ts'
import { addDays, dayOf, startOfDay } from '#web/ui/time/days.ts'
import { useHolder, useProfile } from '../holder.ts'
import { callList, type ToCall } from './call-list-queries.ts'
import { CallTable } from './call-table.tsx'

const route = getRouteApi('/shell/call-list')

/** Whom to call about the appointments of tomorrow, or of another day, ticked off as staff call. */
export function CallListPage() {
  const { t } = useLingui()
  const search = useShownSearch()
  const navigate = route.useNavigate()
  const query = callList(useHolder(), useProfile().defaultTimezone, search)
  const { items, nextPageToken } = useSuspenseQuery(query).data
  const queries = useQueryClient()
  /** Whoever was just ticked off stays in sight, so that a mistake can be taken back. */
  const keep = (after: ToCall) =>
    queries.setQueryData(
      query.queryKey,
      (before) =>
        before && {
          ...before,
          items: before.items.map((one) => (one.appointment.id === after.appointment.id ? after : one)),
        },
    )
  return (
    <Page
      title={t`Call list`}
      lead={<Trans>People who have not confirmed. Tick off whom you have called.</Trans>}
      actions={
        <Button icon={<Printer aria-hidden size={16} />} onPress={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      }
    >
      <TabLinks label={t`Views`}>
        <Link to="/call-list" search={({ day }) => ({ day })} activeOptions={exactly} {...tabLink}>
          <Trans>Not reached</Trans>
        </Link>
        <Link to="/call-list" search={({ day }) => ({ day, all: true })} activeOptions={exactly} {...tabLink}>
          <Trans>All without an answer</Trans>
        </Link>
      </TabLinks>
      <DayChoice day={search.day} />
      <CallTable
        items={items}
        onChange={keep}
        emptyState={
          <EmptyState icon={<PhoneCall aria-hidden size={24} />} title={t`Nobody to call`}>
            {nextPageToken === null ? (
              <Trans>Everybody with an appointment on this day was reached or has confirmed.</Trans>
            ) : (
              <Trans>No match so far. The next page searches further.</Trans>
            )}
          </EmptyState>
        }
      />
      <Pagination
        isFirst={search.pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => void navigate({ search: (before) => ({ ...before, pageToken: undefined }) })}
        onNext={(pageToken) => void navigate({ search: (before) => ({ ...before, pageToken }) })}
      />
    </Page>
  )
}

const exactly = { includeSearch: true, explicitUndefined: true } as const

function DayChoice({ day }: { readonly day: string }) {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const navigate = route.useNavigate()
  const go = (to: string | undefined) => void navigate({ search: ({ all }) => ({ all, day: to }) })
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <span className="flex flex-wrap items-center gap-2 print:hidden">
        <IconButton label={t`Previous day`} onPress={() => go(addDays(day, -1))}>
          <ChevronLeft aria-hidden size={18} className="rtl:rotate-180" />
        </IconButton>
        <IconButton label={t`Next day`} onPress={() => go(addDays(day, 1))}>
          <ChevronRight aria-hidden size={18} className="rtl:rotate-180" />
        </IconButton>
        <Button onPress={() => go(undefined)}>
          <Trans>Tomorrow</Trans>
        </Button>
      </span>
      <p role="status" className="font-medium">
        {formatDay(startOfDay(day, timeZone), currentLocale(), timeZone)}
      </p>
    </div>
  )
}

/** The search, with tomorrow where it names no day. */
function useShownSearch() {
  const search = route.useSearch()
  const { defaultTimezone } = useProfile()
  return { ...search, day: search.day ?? addDays(dayOf(now(), defaultTimezone), 1) }
}
