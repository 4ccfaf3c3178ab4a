import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MessageSquareReply } from 'lucide-react'
import { whenText } from '#web/ui/appointment/when.tsx'
import { BigLink } from '../big-link.tsx'
import type { ListedAppointment } from './appointment-queries.ts'
import type { Decided } from './decisions.tsx'

/** What staff decided about one request, and their words; or that the time does not hold, though nobody asked for another. */
export function Decision({
  request,
  appointment,
  isList,
}: {
  readonly request: Decided | null
  readonly appointment: ListedAppointment
  readonly isList: boolean
}) {
  const { id, platformHolder, startsAt, timezone } = appointment
  return (
    <article className="flex flex-col gap-3 rounded-lg bg-accent-soft p-4">
      <div className="flex items-start gap-2.5">
        <MessageSquareReply aria-hidden size={20} className="mt-0.5 shrink-0" />
        <div className="min-w-0 wrap-break-word">
          <h2 className="font-semibold">
            {request ? (
              <Outcome request={request} appointment={appointment} />
            ) : (
              <AnotherTime holder={platformHolder.displayName} />
            )}
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
      {request?.review.message && (
        <p dir="auto" className="rounded-md bg-surface px-3 py-2.5 whitespace-pre-line wrap-break-word">
          {request.review.message}
        </p>
      )}
      {request?.review.suggestionId && (
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
  // Not cancelled, but called off since: nobody is expected at that time.
  if (type === 'cancel' && !awaitsNewTime)
    return review.decision === 'approved' ? (
      <Trans>Cancelled, as you asked</Trans>
    ) : (
      <Trans>Not cancelled: {holder} is still expecting you</Trans>
    )
  const isProposed = review.decision === 'approved' && review.suggestionId !== null
  if (awaitsNewTime && !isProposed) return <AnotherTime holder={holder} />
  // A request ends at the start that the appointment had.
  if (startsAt !== expiresAt) return <Trans>Moved: this is the new time</Trans>
  // Both keep the time after all.
  const isKept = review.decision === 'approved' && !awaitsNewTime
  if (review.suggestionId && !isKept) return <Trans>{holder} proposes another time</Trans>
  return <Trans>Not moved: {holder} is expecting you at the same time</Trans>
}

function AnotherTime({ holder }: { readonly holder: string }) {
  return <Trans>{holder} is looking for another time and will let you know</Trans>
}
