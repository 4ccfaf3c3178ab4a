import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus } from 'lucide-react'
import { LinkButton } from '#web/ui/button.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { Table, type Column } from '#web/ui/data/table.tsx'
import { formatTime } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/i18n.tsx'
import { DeliveryPill, type Appointment } from '../appointments/delivery-pill.tsx'

/** Who comes today, with what became of each reminder. */
export function TodayTable({ appointments }: { readonly appointments: readonly Appointment[] }) {
  const { t } = useLingui()
  const columns: readonly Column<Appointment>[] = [
    {
      id: 'time',
      title: t`Time`,
      cell: ({ startsAt, timezone }) => (
        <time dateTime={startsAt} className="font-medium">
          {formatTime(startsAt, currentLocale(), timezone)}
        </time>
      ),
    },
    {
      id: 'who',
      title: t`Who`,
      cell: ({ recipient, title }) => (
        <>
          {recipient.displayName}
          <span className="block text-xs text-muted">{title}</span>
        </>
      ),
    },
    { id: 'where', title: t`Where`, isSecondary: true, cell: ({ locationLabel }) => locationLabel },
    { id: 'reminder', title: t`Reminder`, cell: ({ delivery }) => <DeliveryPill status={delivery.status} /> },
    { id: 'answer', title: t`Answer`, isSecondary: true, cell: (appointment) => <Answer appointment={appointment} /> },
  ]
  return (
    <Table
      label={t`Appointments today`}
      columns={columns}
      rows={appointments}
      keyOf={({ id }) => id}
      emptyState={
        <EmptyState
          icon={<CalendarPlus aria-hidden size={24} />}
          title={t`Nobody comes today`}
          action={
            <LinkButton to="/appointments">
              <Trans>All appointments</Trans>
            </LinkButton>
          }
        />
      }
    />
  )
}

/** What the person said of coming. */
function Answer({ appointment: { status, confirmation, openRequest } }: { readonly appointment: Appointment }) {
  if (status === 'cancelled')
    return (
      <StatusPill tone="quiet">
        <Trans>Cancelled</Trans>
      </StatusPill>
    )
  if (openRequest !== null)
    return (
      <StatusPill tone="warn">
        <Trans>Asks for a change</Trans>
      </StatusPill>
    )
  if (confirmation.status === 'confirmed')
    return (
      <StatusPill tone="ok">
        <Trans>Confirmed</Trans>
      </StatusPill>
    )
  return (
    <span className="text-muted">
      <Trans>No answer yet</Trans>
    </span>
  )
}
