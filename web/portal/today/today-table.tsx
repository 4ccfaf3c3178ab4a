import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus } from 'lucide-react'
import { LinkButton } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AppointmentTable } from '../appointments/list/appointment-table.tsx'
import type { Appointment } from '../appointments/delivery-pill.tsx'

/** Who comes today, with what became of each reminder. */
export function TodayTable({
  appointments,
  isWeekEmpty,
}: {
  readonly appointments: readonly Appointment[]
  /** Nobody comes in the coming days either. */
  readonly isWeekEmpty: boolean
}) {
  const { t } = useLingui()
  return (
    <AppointmentTable
      label={t`Appointments today`}
      appointments={appointments}
      isOneDay
      emptyState={
        <EmptyState
          icon={<CalendarPlus aria-hidden size={24} />}
          title={t`No appointments today`}
          action={
            isWeekEmpty ? (
              <LinkButton to="/appointments/new" look="primary">
                <Trans>New appointment</Trans>
              </LinkButton>
            ) : (
              <LinkButton to="/appointments">
                <Trans>All appointments</Trans>
              </LinkButton>
            )
          }
        />
      }
    />
  )
}
