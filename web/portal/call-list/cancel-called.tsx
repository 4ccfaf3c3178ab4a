import { useSuspenseQuery } from '@tanstack/react-query'
import { useHolder } from '../holder.ts'
import { CancelForm } from '../appointments/appointment-actions.tsx'
import { oneAppointment } from '../appointments/appointment-queries.ts'

/** The cancellation of whoever said on the telephone that they cannot come; nothing is cancelled before it is sent. */
export function CancelCalled({
  appointmentId,
  onDone,
}: {
  readonly appointmentId: string
  readonly onDone: () => void
}) {
  const { data } = useSuspenseQuery(oneAppointment(useHolder(), appointmentId))
  return <CancelForm appointment={data} reason="recipient" onDone={onDone} />
}
