import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CircleCheck, Inbox, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DataOf } from '#web/api/client.ts'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import type { Appointment } from '../appointments/delivery-pill.tsx'
import { reasonText } from '../appointments/reason-text.ts'
import { useProfile } from '../holder.ts'

const shownMax = 5

/** Requests that wait, appointments still to be moved, and people whom no reminder reached while there is time to call. */
export function NeedsYou({
  requests,
  toMove,
  appointments,
}: {
  readonly requests: DataOf<'listHolderRecipientRequests'>
  readonly toMove: readonly Appointment[]
  readonly appointments: readonly Appointment[]
}) {
  const unreached = appointments.filter(isUnreached)
  const waiting = requests.items.length
  if (waiting === 0 && toMove.length === 0 && unreached.length === 0)
    return (
      <p className="flex items-center gap-2.5 rounded-lg border border-line bg-surface px-4 py-4 text-muted">
        <CircleCheck aria-hidden size={18} className="shrink-0 text-ok" />
        <Trans>Nothing needs your attention. Reminders are sent automatically.</Trans>
      </p>
    )
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
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
      {toMove.map((appointment) => (
        <ToMove key={appointment.id} appointment={appointment} />
      ))}
      {unreached.slice(0, shownMax).map((appointment) => (
        <Unreached key={appointment.id} appointment={appointment} />
      ))}
      {unreached.length > shownMax && (
        <li className="px-4 py-3 text-muted">
          <Plural
            value={unreached.length - shownMax}
            one="And # more person who was not reached in the coming days"
            other="And # more people who were not reached in the coming days"
          />
        </li>
      )}
    </ul>
  )
}

function ToMove({ appointment: { id, recipient, startsAt, timezone } }: { readonly appointment: Appointment }) {
  const name = recipient.displayName
  const { defaultTimezone } = useProfile()
  return (
    <Item icon={<CalendarClock aria-hidden size={18} className="text-warn" />}>
      <Link
        to="/appointments/$appointmentId"
        params={{ appointmentId: id }}
        className="font-medium after:absolute after:inset-0"
      >
        <Trans>Move the appointment of {name}</Trans>
      </Link>
      <span className="block text-muted">
        {formatShortDayTime(startsAt, currentLocale(), timezone, defaultTimezone)} ·{' '}
        <Trans>Another time was approved. Reminders wait until the appointment is moved.</Trans>
      </span>
    </Item>
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

/** Whether somebody will come unreminded without having opted out. */
function isUnreached({ status, delivery, confirmation }: Appointment): boolean {
  if (status !== 'registered' || confirmation.status === 'confirmed') return false
  if (delivery.status === 'failed') return true
  return delivery.status === 'suppressed' && delivery.reasonCode !== 'recipient_opted_out'
}
