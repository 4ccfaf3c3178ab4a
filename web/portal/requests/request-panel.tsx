import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useState, type ComponentProps } from 'react'
import { IconButton } from '#web/ui/button/button.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { formatDateTime, formatDayTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { isDialogOpen } from '#web/ui/overlay/dialog.tsx'
import { useHeadingFocus } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../holder.ts'
import { oneRequest, requestList, type Request } from './request-queries.ts'
import { requestReasons, requestStatuses, requestTypes } from './request-text.ts'
import { ReviewForm } from './review-form.tsx'
import { Fact, factsClass, Wish } from './wish.tsx'
import { useMay } from '../may.tsx'

const route = getRouteApi('/shell/requests/$requestId')

/** One request: who asks what, about which appointment, and the answer. The arrow keys walk through the list. */
export function RequestPanel() {
  const { t, i18n } = useLingui()
  const holder = useHolder()
  const { requestId } = route.useParams()
  const { data: request } = useSuspenseQuery(oneRequest(holder, requestId))
  const walk = useWalk(holder, requestId)
  const navigate = route.useNavigate()
  // Its reminders wait for the new time, which nobody else sets.
  const move = () =>
    void navigate({
      to: '/appointments/$appointmentId/edit',
      params: { appointmentId: request.appointmentId },
      ignoreBlocker: true,
    })
  const heading = useHeadingFocus(requestId)
  const locale = currentLocale()
  const { displayName: ownName, defaultTimezone } = useProfile()
  const { displayName, startsAt, timezone, title, place } = request.appointment
  const { tone, name } = requestStatuses[request.status]
  return (
    <article aria-label={displayName} className="@container rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 border-b border-line px-5 py-4">
        <div className="min-w-0 flex-1 basis-48">
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
            {displayName}
          </h2>
          <p className="text-muted">{i18n._(requestTypes[request.type])}</p>
        </div>
        <div className="flex items-center gap-1">
          <StatusPill tone={tone}>{i18n._(name)}</StatusPill>
          <IconButton label={t`Previous request`} isDisabled={!walk.before} onPress={() => walk.go(walk.before)}>
            <ChevronUp aria-hidden size={18} />
          </IconButton>
          <IconButton label={t`Next request`} isDisabled={!walk.after} onPress={() => walk.go(walk.after)}>
            <ChevronDown aria-hidden size={18} />
          </IconButton>
          <IconButton label={t`Close`} onPress={walk.close}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      </header>
      <dl className={factsClass}>
        <Fact name={t`Appointment`}>
          <Link
            to="/appointments/$appointmentId"
            params={{ appointmentId: request.appointmentId }}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            {formatDayTime(startsAt, locale, timezone, defaultTimezone)}
          </Link>
          {/* The default title is the organization's name, which says nothing here. */}
          {title !== ownName && <span className="block">{title}</span>}
          {place && <span className="block text-muted">{place}</span>}
        </Fact>
        {request.reasonCode && <Fact name={t`Reason`}>{i18n._(requestReasons[request.reasonCode])}</Fact>}
        <Wish request={request} timezone={timezone} />
        <Fact name={t`Requested on`}>{formatDateTime(request.createdAt, locale, timezone, defaultTimezone)}</Fact>
        {request.review && <Reviewed request={request} timezone={timezone} />}
      </dl>
      {request.followUp === 'UPDATE_SOURCE_SYSTEM' && (
        <p className="mx-5 mb-4 rounded-md bg-warn-soft px-3 py-2 text-warn">
          <Trans>
            Still to do: cancel this appointment in {request.appointment.sourceSystem} too. Tijdig changes no other
            system.
          </Trans>
        </p>
      )}
      <Answering
        key={request.id}
        request={request}
        onDone={(isToBeMoved) => (isToBeMoved ? move() : walk.go(walk.after ?? walk.before, true))}
      />
    </article>
  )
}

/** The form of a request that waited when it was opened: it stays when somebody else answers, with what was typed. */
function Answering(props: ComponentProps<typeof ReviewForm>) {
  const [isOpen] = useState(props.request.status === 'pending_review')
  return useMay('recipient-requests:review') && isOpen && <ReviewForm {...props} />
}

function Reviewed({ request: { review }, timezone }: { readonly request: Request; readonly timezone: string }) {
  const { t } = useLingui()
  const { defaultTimezone } = useProfile()
  if (review === null) return null
  return (
    <>
      <Fact name={t`Answered on`}>
        {formatDateTime(review.reviewedAt, currentLocale(), timezone, defaultTimezone)}
        {review.reviewedBy !== '' && <span className="block text-muted">{review.reviewedBy}</span>}
      </Fact>
      {review.message && <Fact name={t`Your message`}>{review.message}</Fact>}
    </>
  )
}

/** Walks through the list as it is shown, by buttons and, outside fields, by the arrow keys. */
function useWalk(holder: string, requestId: string) {
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const { items } = useSuspenseQuery(requestList(holder, search)).data
  const place = items.findIndex(({ id }) => id === requestId)
  const before = items[place - 1]?.id
  // From a request that is not on this page of the list one goes on with its first.
  const after = items[place + 1]?.id
  /** @param isDone what was typed has been sent, so leaving needs no confirmation */
  const go = (id: string | undefined, isDone = false) =>
    void navigate({
      ...(id === undefined ? { to: '/requests' } : { to: '/requests/$requestId', params: { requestId: id } }),
      search: (kept) => kept,
      ignoreBlocker: isDone,
    })
  const close = () => go(undefined)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
      const id = event.key === 'ArrowDown' ? after : event.key === 'ArrowUp' ? before : undefined
      if (isTyping || isDialogOpen() || event.defaultPrevented || id === undefined) return
      event.preventDefault()
      go(id)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return { before, after, go, close }
}
