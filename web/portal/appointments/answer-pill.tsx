import { Trans } from '@lingui/react/macro'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import type { Appointment } from './delivery-pill.tsx'

/** The state of the appointment itself: its outcome, an open request, or the person's confirmation. */
export function AnswerPill({
  appointment: { status, confirmation, openRequest },
}: {
  readonly appointment: Appointment
}) {
  if (status === 'cancelled')
    return (
      <StatusPill tone="quiet">
        <Trans>Cancelled</Trans>
      </StatusPill>
    )
  if (status === 'no_show')
    return (
      <StatusPill tone="danger">
        <Trans>Did not attend</Trans>
      </StatusPill>
    )
  if (status === 'completed')
    return (
      <StatusPill tone="ok">
        <Trans>Attended</Trans>
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
