import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarPlus, ChevronLeft, ChevronRight, FileUp, PhoneCall, Plus, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton, LinkButton } from '#web/ui/button/button.tsx'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'
import { formatDay } from '#web/ui/time/dates.ts'
import { addDays, startOfDay, startOfWeek } from '#web/ui/time/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { appointmentSpan, ofDay } from '../appointment-queries.ts'
import { readFilters } from '../filters.ts'
import { AppointmentTable } from './appointment-table.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ListView } from './list-view.tsx'
import { useShownSearch } from './shown-search.ts'

const route = getRouteApi('/shell/appointments')
/** What a list of other appointments leaves behind. */
const firstPage = { pageToken: undefined, open: undefined }

/** All appointments: a list to search, a day, or a week. */
export function AppointmentListPage() {
  const { t } = useLingui()
  const { view, day, ...search } = route.useSearch()
  const sheet = { ...readFilters(search), day }
  return (
    <Page
      title={t`Appointments`}
      actions={
        <>
          <LinkButton to="/call-list" icon={<PhoneCall aria-hidden size={16} />}>
            <Trans>Call list</Trans>
          </LinkButton>
          <LinkButton to="/appointments/sheet" search={sheet} icon={<Printer aria-hidden size={16} />}>
            <Trans>Day on paper</Trans>
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
      search={(kept) => ({ ...kept, view })}
      activeOptions={{ includeSearch: true, explicitUndefined: true }}
      {...tabLink}
    >
      {children}
    </Link>
  )
}

/** A day as a list, a week on a scale of hours; on a telephone a week is seven lists. */
function SpanView({ view }: { readonly view: 'day' | 'week' }) {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const search = useShownSearch()
  const { day } = search
  const navigate = route.useNavigate()
  const first = view === 'week' ? startOfWeek(day) : day
  const span = useSuspenseQuery(appointmentSpan(useHolder(), timeZone, first, view === 'week' ? 7 : 1, search)).data
  return (
    <>
      <FilterBar
        search={search}
        onChange={(filters) => void navigate({ search: (kept) => ({ ...kept, ...filters, ...firstPage }) })}
      />
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
  const go = (day: string | undefined) => void navigate({ search: (before) => ({ ...before, day, ...firstPage }) })
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
