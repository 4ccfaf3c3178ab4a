import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Table, rowLink, type Column } from '#web/ui/data/table.tsx'
import { formatShortDayTime, formatTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useProfile } from '../../holder.ts'
import { AnswerPill } from '../answer-pill.tsx'
import { DeliveryPill, type Appointment } from '../delivery-pill.tsx'

/** Appointments, each with what became of its reminder and what the person answered. */
export function AppointmentTable({
  label,
  appointments,
  emptyState,
  isOneDay = false,
}: {
  readonly label: string
  readonly appointments: readonly Appointment[]
  readonly emptyState: ReactNode
  /** Leaves the day out, where the page says it. */
  readonly isOneDay?: boolean
}) {
  const { t } = useLingui()
  const locale = currentLocale()
  const { displayName: ownName, defaultTimezone } = useProfile()
  const columns: readonly Column<Appointment>[] = [
    {
      id: 'when',
      title: isOneDay ? t`Time` : t`When`,
      cell: ({ id, startsAt, timezone }) => (
        <Link to="/appointments/$appointmentId" params={{ appointmentId: id }} {...rowLink}>
          <time dateTime={startsAt} className="sm:whitespace-nowrap">
            {(isOneDay ? formatTime : formatShortDayTime)(startsAt, locale, timezone, defaultTimezone)}
          </time>
        </Link>
      ),
    },
    {
      id: 'who',
      title: t`Who`,
      isTyped: true,
      onCard: 'start',
      cell: ({ recipient, title }) => (
        <>
          {recipient.displayName}
          {/* The default title is the organization's name, which says nothing here. */}
          {title !== ownName && <span className="block text-xs text-muted">{title}</span>}
        </>
      ),
    },
    {
      id: 'where',
      title: t`Where`,
      isTyped: true,
      isSecondary: true,
      onCard: 'nowhere',
      cell: ({ locationLabel }) => locationLabel,
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
  ]
  return <Table label={label} columns={columns} rows={appointments} keyOf={({ id }) => id} emptyState={emptyState} />
}
