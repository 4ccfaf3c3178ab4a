import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CircleAlert, CircleCheck, Inbox, MessageCircleQuestion, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import type { Appointment } from '../appointments/delivery-pill.tsx'
import { reasonText } from '../appointments/reason-text.ts'
import { useHolder, useProfile } from '../holder.ts'
import { changes } from '../live/changes.ts'
import { useMay } from '../may.tsx'
import { CallLink } from './call-link.tsx'
import { firstUnreached } from './today-queries.ts'

/**
 * Requests that wait, appointments still to be moved, and people whom no reminder reached while there is time to call:
 * counted to the end, and nothing said before that.
 *
 * @param unreached how many of those people there are in the coming days
 */
export function NeedsYou({ today, unreached }: { readonly today: string; readonly unreached: number }) {
  const holder = useHolder()
  const { defaultTimezone } = useProfile()
  // Asked again by the frame of the page.
  const { data, error } = useQuery({ ...changes(holder), refetchOnMount: false })
  const first = useQuery(firstUnreached(holder, defaultTimezone, today))
  const mayFollow = useMay('batches:write')
  if (error !== null && data === undefined) return <ErrorNote error={error} />
  if (data === undefined) return <Skeleton className="h-14 w-full" />
  const { openRequests: waiting, awaitingNewTime, openReplies: replies, openBatch } = data
  // Whom it leaves to call stands in the call list too, for everybody.
  const batch = mayFollow ? openBatch : null
  if (waiting + awaitingNewTime + replies + unreached === 0 && batch === null)
    return (
      <p className="flex items-center gap-2.5 rounded-lg border border-line bg-surface px-4 py-4 text-muted">
        <CircleCheck aria-hidden size={18} className="shrink-0 text-ok" />
        <Trans>Nothing needs your attention. Reminders are sent automatically.</Trans>
      </p>
    )
  const named = first.data ?? []
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {batch !== null && (
        <Item icon={<CircleAlert aria-hidden size={18} className="text-warn" />}>
          <Link to="/batches" search={{ batch: batch.id }} className="font-medium after:absolute after:inset-0">
            {batch.mustCall > 0 ? (
              <Trans>People to call: {batch.mustCall}</Trans>
            ) : (
              <Trans>Messages about changed appointments are leaving</Trans>
            )}
          </Link>
          <span className="block text-muted">
            <Trans>Closed, ill or late</Trans>
          </span>
        </Item>
      )}
      {waiting > 0 && (
        <Item icon={<Inbox aria-hidden size={18} className="text-accent" />}>
          <Link to="/requests" className="font-medium after:absolute after:inset-0">
            <Plural value={waiting} one="# request waits for an answer" other="# requests wait for an answer" />
          </Link>
          <span className="block text-muted">
            <Trans>Somebody asks to cancel or to move. Nothing changes until you answer.</Trans>
          </span>
        </Item>
      )}
      {replies > 0 && (
        <Item icon={<MessageCircleQuestion aria-hidden size={18} className="text-accent" />}>
          <Link to="/replies" className="font-medium after:absolute after:inset-0">
            <Plural
              value={replies}
              one="# text message waits for somebody to read it"
              other="# text messages wait for somebody to read them"
            />
          </Link>
          <span className="block text-muted">
            <Trans>Somebody wrote back. Nothing changes until you act.</Trans>
          </span>
        </Item>
      )}
      {awaitingNewTime > 0 && (
        <Item icon={<CalendarClock aria-hidden size={18} className="text-warn" />}>
          <Link to="/today/to-move" className="font-medium after:absolute after:inset-0">
            <Plural
              value={awaitingNewTime}
              one="# appointment is still to be moved"
              other="# appointments are still to be moved"
            />
          </Link>
          <span className="block text-muted">
            <Trans>Reminders wait until the appointment is moved.</Trans>
          </span>
        </Item>
      )}
      {unreached > 0 && first.error !== null && (
        <li className="px-4 py-3">
          <ErrorNote error={first.error} />
        </li>
      )}
      {unreached > 0 && named.map((appointment) => <Unreached key={appointment.id} appointment={appointment} />)}
      {unreached > named.length && (
        <li className="relative px-4 py-3 has-[a]:hover:bg-sunken">
          <Link
            to="/today/unreached"
            className="font-medium text-accent underline-offset-2 after:absolute after:inset-0 hover:underline"
          >
            <Plural
              value={unreached - named.length}
              one="And # more person who was not reached in the coming days"
              other="And # more people who were not reached in the coming days"
            />
          </Link>
        </li>
      )}
    </ul>
  )
}

function Unreached({ appointment }: { readonly appointment: Appointment }) {
  const { i18n } = useLingui()
  const { recipient, startsAt, timezone, delivery } = appointment
  const when = formatShortDayTime(startsAt, currentLocale(), timezone, useProfile().defaultTimezone)
  const name = recipient.displayName
  return (
    <Item icon={<TriangleAlert aria-hidden size={18} className="text-danger" />}>
      <Link
        to="/appointments/$appointmentId"
        params={{ appointmentId: appointment.id }}
        className="font-medium after:absolute after:inset-0"
      >
        {delivery.status === 'failed' ? (
          <Trans>The reminder for {name} did not arrive</Trans>
        ) : (
          <Trans>{name} gets no reminder</Trans>
        )}
      </Link>
      <span className="block text-muted">
        {when}
        {delivery.reasonCode !== null && <> · {i18n._(reasonText[delivery.reasonCode])}</>}
      </span>
      <CallLink number={recipient.phoneNumberE164} />
    </Item>
  )
}

function Item({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 has-[a]:hover:bg-sunken">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  )
}
