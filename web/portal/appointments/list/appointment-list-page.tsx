import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarPlus, ChevronLeft, ChevronRight, FileUp, PhoneCall, Plus, Printer, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { now } from '#web/api/clock.ts'
import { Button, IconButton, LinkButton } from '#web/ui/button/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'
import { formatDay } from '#web/ui/time/dates.ts'
import { addDays, dayOf, startOfDay, startOfWeek } from '#web/ui/time/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { AppointmentFilters } from './appointment-filters.tsx'
import { appointmentList, appointmentSpan, ofDay } from '../appointment-queries.ts'
import { AppointmentTable } from './appointment-table.tsx'
import { CalendarGrid } from './calendar-grid.tsx'

const route = getRouteApi('/shell/appointments')

/** All appointments: a list to search, a day, or a week. */
export function AppointmentListPage() {
  const { t } = useLingui()
  const { view } = route.useSearch()
  return (
    <Page
      title={t`Appointments`}
      actions={
        <>
          <LinkButton to="/call-list" icon={<PhoneCall aria-hidden size={16} />}>
            <Trans>Call list</Trans>
          </LinkButton>
          <LinkButton to="/appointments/import" icon={<FileUp aria-hidden size={16} />}>
            <Trans>Import</Trans>
          </LinkButton>
          <LinkButton to="/appointments/new" look="primary" icon={<Plus aria-hidden size={16} />}>
            <Trans>New appointment</Trans>
          </LinkButton>
        </>
      }
    >
      <TabLinks label={t`Views`}>
        <ViewLink view={undefined}>
          <Trans>List</Trans>
        </ViewLink>
        <ViewLink view="day">
          <Trans>Day</Trans>
        </ViewLink>
        <ViewLink view="week">
          <Trans>Week</Trans>
        </ViewLink>
      </TabLinks>
      {view === undefined ? <ListView /> : <SpanView view={view} />}
    </Page>
  )
}

function ViewLink({ view, children }: { readonly view: 'day' | 'week' | undefined; readonly children: ReactNode }) {
  return (
    <Link
      to="/appointments"
      search={({ day }) => ({ view, day })}
      activeOptions={{ includeSearch: true, explicitUndefined: true }}
      {...tabLink}
    >
      {children}
    </Link>
  )
}

function ListView() {
  const { t } = useLingui()
  const holder = useHolder()
  const search = useShownSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(appointmentList(holder, useProfile().defaultTimezone, search)).data
  const isFiltered = search.delivery !== undefined
  return (
    <>
      <AppointmentFilters
        search={search}
        onChange={(filters) => void navigate({ search: (before) => ({ ...before, ...filters, pageToken: undefined }) })}
      />
      <AppointmentTable
        label={t`Appointments`}
        appointments={items}
        emptyState={
          isFiltered ? (
            <EmptyState icon={<SearchX aria-hidden size={24} />} title={t`Nothing found`}>
              {nextPageToken === null ? (
                <Trans>No appointment found. Try another name or an earlier day.</Trans>
              ) : (
                <Trans>No match so far. The next page searches further.</Trans>
              )}
            </EmptyState>
          ) : (
            <NoAppointments />
          )
        }
      />
      <Pagination
        isFirst={search.pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => void navigate({ search: (before) => ({ ...before, pageToken: undefined }) })}
        onNext={(pageToken) => void navigate({ search: (before) => ({ ...before, pageToken }) })}
      />
    </>
  )
}

function NoAppointments() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={<CalendarPlus aria-hidden size={24} />}
      title={t`No appointments from this day on`}
      action={
        <LinkButton to="/appointments/new">
          <Trans>New appointment</Trans>
        </LinkButton>
      }
    >
      <Trans>Appointments come from your calendar or your own system, or you add them here.</Trans>
    </EmptyState>
  )
}

/** A day as a list, a week on a scale of hours; on a telephone a week is seven lists. */
function SpanView({ view }: { readonly view: 'day' | 'week' }) {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const { day } = useShownSearch()
  const first = view === 'week' ? startOfWeek(day) : day
  const span = useSuspenseQuery(appointmentSpan(useHolder(), timeZone, first, view === 'week' ? 7 : 1)).data
  return (
    <>
      <DayWalk first={first} days={span.days.length} timeZone={timeZone} />
      {view === 'day' ? (
        <AppointmentTable
          label={t`Appointments`}
          appointments={span.appointments}
          isOneDay
          emptyState={
            <EmptyState icon={<CalendarPlus aria-hidden size={24} />} title={t`No appointments on this day`} />
          }
        />
      ) : (
        <>
          <div className="max-md:hidden print:hidden">
            <CalendarGrid span={span} timeZone={timeZone} />
          </div>
          <div className="md:hidden print:block">
            {span.days.map((one) => (
              <Section key={one} title={formatDay(startOfDay(one, timeZone), currentLocale(), timeZone)}>
                <AppointmentTable
                  label={formatDay(startOfDay(one, timeZone), currentLocale(), timeZone)}
                  appointments={ofDay(span, one, timeZone)}
                  isOneDay
                  emptyState={
                    <p className="text-muted">
                      <Trans>No appointments on this day</Trans>
                    </p>
                  }
                />
              </Section>
            ))}
          </div>
        </>
      )}
      {!span.isComplete && (
        <p className="mt-3 text-muted">
          <Trans>There are so many appointments that only the first ones are shown. The list has all of them.</Trans>
        </p>
      )}
    </>
  )
}

/** The days shown, with links to those before and after. */
function DayWalk({
  first,
  days,
  timeZone,
}: {
  readonly first: string
  readonly days: number
  readonly timeZone: string
}) {
  const { t } = useLingui()
  const navigate = route.useNavigate()
  const go = (day: string | undefined) => void navigate({ search: (before) => ({ ...before, day }) })
  const words = (day: string) => formatDay(startOfDay(day, timeZone), currentLocale(), timeZone)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <span className="flex flex-wrap items-center gap-2 print:hidden">
        <IconButton label={days === 1 ? t`Previous day` : t`Previous week`} onPress={() => go(addDays(first, -days))}>
          <ChevronLeft aria-hidden size={18} className="rtl:rotate-180" />
        </IconButton>
        <IconButton label={days === 1 ? t`Next day` : t`Next week`} onPress={() => go(addDays(first, days))}>
          <ChevronRight aria-hidden size={18} className="rtl:rotate-180" />
        </IconButton>
        <Button onPress={() => go(undefined)}>
          <Trans>Today</Trans>
        </Button>
      </span>
      <p role="status" className="font-medium">
        {days === 1 ? words(first) : `${words(first)} – ${words(addDays(first, days - 1))}`}
      </p>
      <span className="ms-auto print:hidden">
        <Button icon={<Printer aria-hidden size={16} />} onPress={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      </span>
    </div>
  )
}

/** The search, with today where it names no day. */
function useShownSearch() {
  const search = route.useSearch()
  const { defaultTimezone } = useProfile()
  return { ...search, day: search.day ?? dayOf(now(), defaultTimezone) }
}
