import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Table, rowLink, type Column } from '#web/ui/data/table.tsx'
import { formatShortDayTime, formatTime } from '#web/ui/time/dates.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useProfile } from '../../holder.ts'
import { AnswerPill } from '../answer-pill.tsx'
import { DeliveryPill, type Appointment } from '../delivery-pill.tsx'
import { RowOutcome } from '../outcome.tsx'
import { useDayName } from './day-name.ts'
import type { Selection } from './several/use-selection.ts'

/**
 * Appointments, each with what became of its reminder and what the person answered, and the buttons that say whether they
 * came.
 */
export function AppointmentTable({
  label,
  appointments,
  emptyState,
  isOneDay = false,
  beside,
  selection,
}: {
  readonly label: string
  /** Undefined while they load. */
  readonly appointments: readonly Appointment[] | undefined
  readonly emptyState: ReactNode
  /** Leaves the day out, where the page says it. */
  readonly isOneDay?: boolean
  /** Opens them beside the list, under the names of their days; otherwise on a page of their own. */
  readonly beside?: Beside
  readonly selection?: Selection
}) {
  const { t } = useLingui()
  const locale = currentLocale()
  const { displayName: ownName, defaultTimezone } = useProfile()
  const dayName = useDayName()
  const hasDay = isOneDay || beside !== undefined
  const columns: readonly Column<Appointment>[] = [
    {
      id: 'when',
      title: hasDay ? t`Time` : t`When`,
      cell: (appointment) => (
        <RowLink appointment={appointment} isOneDay={isOneDay} beside={beside}>
          <time dateTime={appointment.startsAt} className="sm:whitespace-nowrap">
            {(hasDay ? formatTime : formatShortDayTime)(
              appointment.startsAt,
              locale,
              appointment.timezone,
              defaultTimezone,
            )}
          </time>
        </RowLink>
      ),
    },
    {
      id: 'who',
      title: t`Who`,
      isTyped: true,
      onCard: 'start',
      cell: ({ recipient, title, place }) => (
        <>
          {recipient.displayName}
          {/* The default title is the organization's name, which says nothing here. */}
          {title !== ownName && <span className="block text-xs text-muted">{title}</span>}
          {place !== null && <span className="block text-xs text-muted sm:hidden">{place}</span>}
        </>
      ),
    },
    {
      id: 'where',
      title: t`Where`,
      isTyped: true,
      isSecondary: true,
      onCard: 'nowhere',
      cell: ({ place }) => place,
    },
    {
      id: 'reminder',
      title: t`Reminder`,
      onCard: 'end',
      cell: ({ delivery }) => <DeliveryPill status={delivery.status} />,
    },
    {
      id: 'answer',
      title: t`Answer`,
      isSecondary: true,
      onCard: 'end',
      cell: (one) => <AnswerPill appointment={one} />,
    },
    {
      id: 'outcome',
      title: t({ message: 'Came', context: 'heading over the buttons that say whether somebody came' }),
      isTitleHidden: true,
      isSecondary: true,
      onCard: 'end',
      cell: (one) => <RowOutcome appointment={one} />,
    },
  ]
  return (
    <Table
      label={label}
      columns={columns}
      rows={appointments}
      keyOf={({ id }) => id}
      emptyState={emptyState}
      {...(beside && { groupOf: ({ startsAt }: Appointment) => dayName(dayOf(startsAt, defaultTimezone)) })}
      {...(selection && {
        lead: {
          title: t({ message: 'Selected', context: 'heading over the boxes that select rows' }),
          cell: ({ id, recipient: { displayName: name } }: Appointment) => (
            <span
              onClickCapture={selection.notePress}
              // Otherwise the browser takes the text in between for selected too.
              onMouseDown={(event) => event.shiftKey && event.preventDefault()}
            >
              <Checkbox
                isSelected={selection.has(id)}
                isDisabled={selection.has(id) && !selection.mayLeaveOut}
                onChange={(isSelected) => selection.set(id, isSelected)}
              >
                <span className="sr-only">{t`Select ${name}`}</span>
              </Checkbox>
            </span>
          ),
        },
      })}
    />
  )
}

type Beside = {
  readonly day: string
  readonly open: string | undefined
  /** Somebody points at one: what shows it may be loaded, and nothing about the person read. */
  readonly onIntent: () => void
}

function RowLink({
  appointment: { id, startsAt },
  isOneDay,
  beside,
  children,
}: {
  readonly appointment: Appointment
  readonly isOneDay: boolean
  readonly beside: Beside | undefined
  readonly children: ReactNode
}) {
  const { defaultTimezone } = useProfile()
  if (beside === undefined)
    return (
      <Link
        to="/appointments/$appointmentId"
        params={{ appointmentId: id }}
        // From a day its page walks to the ones before and after it.
        search={isOneDay ? { day: dayOf(startsAt, defaultTimezone) } : {}}
        {...rowLink}
      >
        {children}
      </Link>
    )
  return (
    <Link
      id={rowId(id)}
      to="/appointments"
      search={(kept) => ({ ...kept, day: beside.day, open: id })}
      activeOptions={{ exact: true, includeSearch: true }}
      activeProps={{}}
      resetScroll={false}
      aria-current={beside.open === id ? 'true' : undefined}
      onPointerEnter={beside.onIntent}
      onFocus={beside.onIntent}
      {...rowLink}
    >
      {children}
    </Link>
  )
}

/** Where the focus returns to when what is open beside the list is closed. */
export function rowId(appointmentId: string): string {
  return `row-${appointmentId}`
}
