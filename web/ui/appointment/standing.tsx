import { Trans } from '@lingui/react/macro'
import { now } from '#web/api/clock.ts'
import { StatusPill } from '../data/status-pill.tsx'
import type { OwnAppointment } from './layout.ts'

/** The state of an appointment, in a word. */
export function Standing({
  appointment: { status, endsAt, confirmation, openRequest, awaitsNewTime },
}: {
  readonly appointment: Pick<OwnAppointment, 'status' | 'endsAt' | 'confirmation' | 'openRequest' | 'awaitsNewTime'>
}) {
  if (status === 'cancelled')
    return (
      <StatusPill tone="quiet">
        <Trans>Cancelled</Trans>
      </StatusPill>
    )
  // Not every organization records who came.
  if (status !== 'registered' || Date.parse(endsAt) < now().getTime())
    return (
      <StatusPill tone="past">
        <Trans>Past</Trans>
      </StatusPill>
    )
  if (openRequest)
    return (
      <StatusPill tone="waiting">
        {openRequest.type === 'cancel' ? <Trans>Cancellation requested</Trans> : <Trans>New time requested</Trans>}
      </StatusPill>
    )
  if (awaitsNewTime)
    return (
      <StatusPill tone="waiting">
        <Trans>Another time</Trans>
      </StatusPill>
    )
  return confirmation.status === 'confirmed' ? (
    <StatusPill tone="ok">
      <Trans>Confirmed</Trans>
    </StatusPill>
  ) : (
    <StatusPill tone="none">
      <Trans>Not confirmed yet</Trans>
    </StatusPill>
  )
}
