import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarPlus, Download, Printer } from 'lucide-react'
import { now } from '#web/api/clock.ts'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { Table, type Column } from '#web/ui/data/table.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { formatDate, formatTime } from '#web/ui/time/dates.ts'
import { dayOf, startOfDay } from '#web/ui/time/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { answerOf } from '../answer-pill.tsx'
import type { Appointment } from '../delivery-pill.tsx'
import { FirstDay } from '../list/first-day.tsx'
import { wholeDay } from './day-queries.ts'
import { useSaveAppointments } from './save-appointments.ts'

const route = getRouteApi('/shell/appointments/sheet')

/** Who comes on a day, a sheet of paper for each location, or a file for a spreadsheet. */
export function DaySheetPage() {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const { day = dayOf(now(), timeZone), contact, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: all } = useSuspenseQuery(wholeDay(useHolder(), timeZone, day, filters))
  const save = useSaveAppointments()
  const places = usePlaces(all)
  const date = formatDate(startOfDay(day, timeZone), currentLocale(), timeZone)
  return (
    <Page
      title={t`Day on paper`}
      lead={date}
      actions={
        <>
          <LinkButton to="/appointments" search={{ ...filters, day }}>
            <Trans>Back to the list</Trans>
          </LinkButton>
          <Button
            icon={<Download aria-hidden size={16} />}
            isDisabled={all.length === 0}
            onPress={() => save(all, { withContact: contact === true })}
          >
            <Trans>Save as CSV</Trans>
          </Button>
          <Button look="primary" icon={<Printer aria-hidden size={16} />} onPress={() => window.print()}>
            <Trans>Print</Trans>
          </Button>
        </>
      }
    >
      <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3 print:hidden">
        <FirstDay
          label={t`Day`}
          day={day}
          onChange={(other) => void navigate({ search: (kept) => ({ ...kept, day: other }) })}
        />
        <Checkbox
          isSelected={contact === true}
          onChange={(isSelected) =>
            void navigate({ search: (kept) => ({ ...kept, contact: isSelected ? true : undefined }), replace: true })
          }
        >
          <Trans>With telephone numbers</Trans>
        </Checkbox>
      </div>
      {places.length === 0 && (
        <EmptyState icon={<CalendarPlus aria-hidden size={24} />} title={t`No appointments on this day`} />
      )}
      {places.map(({ name, appointments }) => (
        <section key={name} aria-label={name} className="mb-10 not-first-of-type:print:break-before-page">
          <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 text-base font-semibold">
            {name}
            <span className="text-sm font-normal text-muted">
              <Plural value={appointments.length} one="# appointment" other="# appointments" />
            </span>
            <span className="hidden text-sm font-normal print:inline">{date}</span>
          </h2>
          <Sheet label={name} appointments={appointments} withTelephone={contact === true} />
        </section>
      ))}
    </Page>
  )
}

function Sheet({
  label,
  appointments,
  withTelephone,
}: {
  readonly label: string
  readonly appointments: readonly Appointment[]
  readonly withTelephone: boolean
}) {
  const { t, i18n } = useLingui()
  const { displayName: ownName, defaultTimezone } = useProfile()
  const locale = currentLocale()
  const columns: readonly Column<Appointment>[] = [
    {
      id: 'time',
      title: t`Time`,
      cell: ({ startsAt, endsAt, timezone }) =>
        `${formatTime(startsAt, locale, timezone)} – ${formatTime(endsAt, locale, timezone, defaultTimezone)}`,
    },
    { id: 'who', title: t`Who`, isTyped: true, cell: ({ recipient }) => recipient.displayName },
    // The default title is the organization's name, which says nothing here.
    { id: 'type', title: t`Type`, isTyped: true, cell: ({ title }) => (title === ownName ? '' : title) },
    { id: 'answer', title: t`Answer`, cell: (one) => i18n._(answerOf(one).name) },
    ...(withTelephone
      ? [
          {
            id: 'telephone',
            title: t`Telephone`,
            cell: ({ recipient }: Appointment) => <span dir="ltr">{recipient.phoneNumberE164}</span>,
          },
        ]
      : []),
  ]
  return <Table label={label} columns={columns} rows={appointments} keyOf={({ id }) => id} emptyState={null} />
}

/** Those who are to come, by location: first the locations of the organization in its own order, then other places. */
function usePlaces(all: readonly Appointment[]) {
  const { t } = useLingui()
  const { schedulingSetup } = useProfile()
  const locations = schedulingSetup?.locations ?? []
  const coming = all.filter(({ status }) => status !== 'cancelled')
  const nameOf = ({ locationId, place }: Appointment) =>
    locations.find(({ id }) => id === locationId)?.name ?? place ?? t`Without a location`
  const byName = Map.groupBy(coming, nameOf)
  const known = locations.map(({ name }) => name).filter((name) => byName.has(name))
  return [...new Set([...known, ...byName.keys()])].map((name) => ({ name, appointments: byName.get(name) ?? [] }))
}
