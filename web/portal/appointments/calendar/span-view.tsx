import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { Busy } from '#web/ui/data/skeleton.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { Section } from '#web/ui/page.tsx'
import { formatDay } from '#web/ui/time/dates.ts'
import { dayOf, startOfDay } from '#web/ui/time/days.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { readFilters } from '../filters.ts'
import { AppointmentTable } from '../list/appointment-table.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { useShownSearch, type DaySearch } from '../list/shown-search.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { columnsOfDay, columnsOfWeek, ofDay } from './columns.ts'
import { DayWalk } from './day-walk.tsx'
import { SpanCounts } from './span-counts.tsx'
import { calendarSpan, sumOf, type View } from './span.ts'

const route = getRouteApi('/shell/appointments')

const spanOf = (holder: string, timeZone: string, search: DaySearch) =>
  calendarSpan(holder, timeZone, search.view ?? 'day', search.day, readFilters(search))

/**
 * A week by days, or a day by locations, on a scale of hours; on a telephone and on paper a list for each day. Where
 * there are more than can be drawn, how many by location.
 */
export function SpanView() {
  const { defaultTimezone: timeZone } = useProfile()
  const { asked, shown, isBusy } = useShownSearch(spanOf)
  const navigate = route.useNavigate()
  const view = shown.view ?? 'day'
  const span = useSuspenseQuery(spanOf(useHolder(), timeZone, shown)).data
  const { days, counts, appointments, isComplete } = span
  return (
    <>
      <FilterBar
        search={asked}
        onChange={(filters) => void navigate({ search: (kept) => ({ ...kept, ...filters }) })}
      />
      <DayWalk day={asked.day} days={days} timeZone={timeZone} />
      {appointments !== null && !isComplete && (
        <NotShown shown={beginningIn(days, appointments, timeZone)} total={counts === null ? null : sumOf(counts)} />
      )}
      <Busy isBusy={isBusy}>
        {appointments === null ? (
          <SpanCounts days={days} counts={counts ?? []} />
        ) : (
          <>
            <div className="max-md:hidden print:hidden">
              <Grid view={view} days={days} appointments={appointments} location={shown.location} />
            </div>
            <div className="md:hidden print:block">
              <Lists days={days} appointments={appointments} />
            </div>
          </>
        )}
      </Busy>
    </>
  )
}

function Grid({
  view,
  days,
  appointments,
  location,
}: {
  readonly view: View
  readonly days: readonly string[]
  readonly appointments: readonly Appointment[]
  readonly location: string | undefined
}) {
  const { t } = useLingui()
  const { schedulingSetup, defaultTimezone: timeZone } = useProfile()
  const locations = schedulingSetup?.locations ?? []
  const columns =
    view === 'week'
      ? columnsOfWeek(days, appointments, timeZone, location)
      : columnsOfDay(
          days[0] ?? '',
          appointments,
          timeZone,
          locations.filter(({ id }) => location === undefined || id === location),
          t`No location`,
        )
  return <CalendarGrid columns={columns} timeZone={timeZone} lanesMax={view === 'week' ? 3 : 8} />
}

function Lists({
  days,
  appointments,
}: {
  readonly days: readonly string[]
  readonly appointments: readonly Appointment[]
}) {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const [first = ''] = days
  const empty = <EmptyState icon={<CalendarPlus aria-hidden size={24} />} title={t`No appointments on this day`} />
  if (days.length === 1)
    return (
      <AppointmentTable
        label={t`Appointments`}
        appointments={ofDay(appointments, first, timeZone)}
        isOneDay
        emptyState={empty}
      />
    )
  return days.map((day) => {
    const name = formatDay(startOfDay(day, timeZone), currentLocale(), timeZone)
    return (
      <Section key={day} title={name}>
        <AppointmentTable
          label={name}
          appointments={ofDay(appointments, day, timeZone)}
          isOneDay
          emptyState={
            <p className="text-muted">
              <Trans>No appointments on this day</Trans>
            </p>
          }
        />
      </Section>
    )
  })
}

/** As they are counted: not cancelled, and not of the evening before. */
function beginningIn([first = '']: readonly string[], appointments: readonly Appointment[], timeZone: string): number {
  return appointments.filter(({ startsAt, status }) => status !== 'cancelled' && dayOf(startsAt, timeZone) >= first)
    .length
}

/** That these are the first ones, and of how many where that is counted. */
function NotShown({ shown, total }: { readonly shown: number; readonly total: number | null }) {
  const first = formatCount(shown, currentLocale())
  return (
    <p className="mb-3 text-warn">
      {total === null ? (
        <Trans>Only the first {first} are shown here. The list has all of them.</Trans>
      ) : (
        <Trans>
          Only the first {first} of {{ total: formatCount(total, currentLocale()) }} are shown here. The list has all of
          them.
        </Trans>
      )}
    </p>
  )
}
