import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check, Globe, MessageCircleQuestion, TriangleAlert, UserCheck, UserX, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { formatShortDayTime, formatTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useProfile } from '../../holder.ts'
import { deliveryStatuses, type Appointment } from '../delivery-pill.tsx'
import type { Placed } from './lanes.ts'

/** An appointment on the scale of hours: its time by that scale, and by the clock of its own place where that is another. */
export function CalendarCard({
  placed: { appointment, from, to, isContinued },
  timeZone,
  colour,
  ...props
}: Pick<ComponentProps<'a'>, 'onPointerDown' | 'onKeyDown' | 'onBlur' | 'onClick' | 'autoFocus'> & {
  readonly placed: Placed
  readonly timeZone: string
  /** Of its type. */
  readonly colour: string | undefined
}) {
  const { i18n } = useLingui()
  const { displayName: ownName } = useProfile()
  const { id, startsAt, timezone, recipient, title, delivery } = appointment
  const locale = currentLocale()
  const { icon: Icon, name: state, card, tone } = markOf(appointment)
  const isAbroad = timezone !== timeZone
  const time = (isContinued ? formatShortDayTime : formatTime)(startsAt, locale, timeZone)
  const ownTime = isAbroad ? formatTime(startsAt, locale, timezone, timeZone) : null
  const states = [i18n._(state), i18n._(deliveryStatuses[delivery.status].name)]
  const ownTitle = title === ownName ? null : title
  const isShort = to - from < 30
  return (
    <Link
      {...props}
      to="/appointments/$appointmentId"
      params={{ appointmentId: id }}
      draggable={false}
      title={[time, ownTime, recipient.displayName, ownTitle, ...states].filter(Boolean).join(' · ')}
      style={colour === undefined ? {} : { borderInlineStartColor: colour }}
      className={`block h-full overflow-hidden rounded-sm border-s-4 border-line-strong px-1 text-xs leading-4 text-ink select-none hover:outline hover:outline-line-strong ${card} ${appointment.status === 'completed' ? 'text-muted' : ''}`}
    >
      <span className={`flex gap-x-1 font-medium ${isShort ? '' : 'flex-wrap'}`}>
        <span className="flex max-w-full shrink-0 items-center gap-0.5">
          {Icon && <Icon aria-hidden size={12} className={tone} />}
          {time}
          {isAbroad && isShort && <Globe aria-hidden size={10} className="text-muted" />}
        </span>
        {/* Cut off at its end, also where it is written in the other direction than the page. */}
        <bdi className={`min-w-0 truncate ${isShort ? '' : 'grow basis-16'}`}>{recipient.displayName}</bdi>
      </span>
      {ownTime && <span className={isShort ? 'sr-only' : 'block truncate text-muted'}>{ownTime}</span>}
      {ownTitle && to - from >= 45 && <span className="block truncate text-muted">{ownTitle}</span>}
      <span className="sr-only">{states.join(', ')}</span>
    </Link>
  )
}

/** Whether staff can move it here: what comes from a system is moved there. */
export function isMovable({ origin, status, startsAt }: Appointment, now: Date): boolean {
  return origin === 'local' && status === 'registered' && Date.parse(startsAt) > now.getTime()
}

/** What a card says at a glance, by a mark and its colour, and in words to who cannot see them. */
type Mark = {
  readonly icon: LucideIcon | null
  readonly name: MessageDescriptor
  /** Classes of the card and of its mark. */
  readonly card: string
  readonly tone: string
}

/** The most urgent of what is known: the outcome, a request, a reminder that did not arrive, the confirmation. */
function markOf({ status, openRequest, confirmation, delivery }: Appointment): Mark {
  if (status === 'no_show') return { icon: UserX, name: msg`Did not attend`, ...danger }
  if (status === 'completed') return { icon: UserCheck, name: msg`Attended`, ...quiet }
  if (openRequest !== null)
    return { icon: MessageCircleQuestion, name: msg`Asks for a change`, card: 'bg-warn-soft', tone: 'text-warn' }
  if (confirmation.status === 'confirmed')
    return { icon: Check, name: msg`Confirmed`, card: 'bg-ok-soft', tone: 'text-ok' }
  if (delivery.status === 'failed' || delivery.status === 'suppressed')
    return { icon: TriangleAlert, name: deliveryStatuses[delivery.status].name, ...danger }
  return { icon: null, name: msg`No answer yet`, card: 'bg-accent-soft', tone: 'text-accent' }
}

const danger = { card: 'bg-danger-soft', tone: 'text-danger' }
const quiet = { card: 'bg-sunken', tone: 'text-ok' }
