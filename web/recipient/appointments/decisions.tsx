import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { now } from '#web/api/clock.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { LoadingShape } from '../loaded.tsx'
import { ownRequests, type ListedAppointment } from './appointment-queries.ts'

type Request = ItemOf<'listRecipientRequests'>
export type Decided = Request & { readonly review: NonNullable<Request['review']> }

// Most people were answered nothing, and do without its code.
const Decision = lazy(async () => ({ default: (await import('./decision.tsx')).Decision }))

/**
 * What was decided about what the person asked, with the words of the staff, or that a time does not hold, above what
 * follows: it is read first, until the appointment begins or something else is asked.
 *
 * @param isList whether each leads to its appointment, which is elsewhere; then only those of the last two weeks
 */
export function BelowDecisions({
  appointments,
  isList = false,
  children,
}: {
  readonly appointments: readonly ListedAppointment[]
  readonly isList?: boolean
  readonly children: ReactNode
}) {
  const { t } = useLingui()
  const { data, error } = useQuery(ownRequests())
  // What follows would jump down once the decision has come.
  if (data === undefined && error === null) return <LoadingShape />
  const decided = appointments.flatMap((appointment) => {
    const request = standingDecision(data?.items ?? [], appointment, isList)
    return (request ?? appointment.awaitsNewTime) ? [{ appointment, request }] : []
  })
  return (
    <>
      {data === undefined && <ErrorNote error={error} />}
      {/* What follows comes with it, and not before. */}
      <Suspense fallback={<LoadingShape />}>
        {decided.length > 0 && (
          <section aria-label={t`What was decided`} className="mb-6 flex flex-col gap-3">
            {decided.map(({ appointment, request }) => (
              <Decision key={appointment.id} request={request} appointment={appointment} isList={isList} />
            ))}
          </section>
        )}
        {children}
      </Suspense>
    </>
  )
}

/** The newest request about an appointment, if it was decided and that still says something; null otherwise. */
function standingDecision(
  requests: readonly Request[],
  { id, status }: ListedAppointment,
  isRecent: boolean,
): Decided | null {
  const request = requests.find(({ appointmentId }) => appointmentId === id)
  if (!request?.review || Date.parse(request.expiresAt) <= now().getTime()) return null
  const { review } = request
  if (isRecent && Date.parse(review.reviewedAt) < now().getTime() - 14 * 86_400_000) return null
  const isCancelledAsAsked = request.type === 'cancel' && review.decision === 'approved'
  return (status === 'cancelled') === isCancelledAsAsked ? { ...request, review } : null
}
