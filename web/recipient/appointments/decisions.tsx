import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSquareReply } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { now } from '#web/api/clock.ts'
import { whenText } from '#web/ui/appointment/when.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { BigLink } from '../big-link.tsx'
import { LoadingShape } from '../loaded.tsx'
import { ownRequests, type ListedAppointment } from './appointment-queries.ts'

type Request = ItemOf<'listRecipientRequests'>
type Decided = Request & { readonly review: NonNullable<Request['review']> }

/**
 * What was decided about what the person asked, with the words of the staff, above what follows: it is read first, until
 * the appointment begins or something else is asked.
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
    return request === null ? [] : [{ appointment, request }]
  })
  return (
    <>
      {data === undefined && <ErrorNote error={error} />}
      {decided.length > 0 && (
        <section aria-label={t`What was decided`} className="mb-6 flex flex-col gap-3">
          {decided.map(({ appointment, request }) => (
            <Decision key={request.id} request={request} appointment={appointment} isList={isList} />
          ))}
        </section>
      )}
      {children}
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

function Decision({
  request,
  appointment,
  isList,
}: {
  readonly request: Decided
  readonly appointment: ListedAppointment
  readonly isList: boolean
}) {
  const { review } = request
  const { id, platformHolder, startsAt, timezone } = appointment
  return (
    <article className="flex flex-col gap-3 rounded-lg bg-accent-soft p-4">
      <div className="flex items-start gap-2.5">
        <MessageSquareReply aria-hidden size={20} className="mt-0.5 shrink-0" />
        <div className="min-w-0 wrap-break-word">
          <h2 className="font-semibold">
            <Outcome request={request} appointment={appointment} />
          </h2>
          {isList && (
            <p className="text-sm text-muted">
              <Link to="/a/$appointmentId" params={{ appointmentId: id }} className="underline">
                <bdi>{platformHolder.displayName}</bdi>, {whenText(startsAt, timezone)}
              </Link>
            </p>
          )}
        </div>
      </div>
      {review.message && (
        <p dir="auto" className="rounded-md bg-surface px-3 py-2.5 whitespace-pre-line wrap-break-word">
          {review.message}
        </p>
      )}
      {review.suggestionId && (
        <BigLink to="/my/suggestions">
          <Trans>See the proposed time</Trans>
        </BigLink>
      )}
    </article>
  )
}

function Outcome({
  request: { type, review, expiresAt },
  appointment: { platformHolder, startsAt, awaitsNewTime },
}: {
  readonly request: Decided
  readonly appointment: ListedAppointment
}) {
  const holder = platformHolder.displayName
  if (type === 'cancel')
    return review.decision === 'approved' ? (
      <Trans>Cancelled, as you asked</Trans>
    ) : (
      <Trans>Not cancelled: {holder} is still expecting you</Trans>
    )
  // A request ends at the start that the appointment had.
  if (startsAt !== expiresAt) return <Trans>Moved: this is the new time</Trans>
  // Both keep the time after all.
  const isKept = review.decision === 'approved' && !awaitsNewTime
  if (review.suggestionId && !isKept) return <Trans>{holder} proposes another time</Trans>
  return awaitsNewTime && review.decision === 'approved' ? (
    <Trans>{holder} is looking for another time and will let you know</Trans>
  ) : (
    <Trans>Not moved: {holder} is expecting you at the same time</Trans>
  )
}
