import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  Ban,
  CalendarPlus,
  CalendarX,
  Check,
  Clock,
  MessageCircleQuestion,
  PhoneCall,
  PhoneMissed,
  Send,
  TriangleAlert,
  UserCheck,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import type { Call, Reminder } from './appointment-queries.ts'
import type { Appointment } from './delivery-pill.tsx'
import { reasonText } from './reason-text.ts'

/** Something that happened to an appointment, or will. */
export type Happening = {
  readonly id: string
  readonly icon: LucideIcon
  readonly tone: 'ok' | 'danger' | 'quiet' | 'plain'
  readonly title: MessageDescriptor
  readonly instant: string
  /** Further notes, each translated or as it is. */
  readonly notes: readonly (MessageDescriptor | string)[]
}

/** Everything that is known of an appointment in order of time, what is still to come last. */
export function timelineOf(
  appointment: Appointment,
  reminders: readonly Reminder[],
  calls: readonly Call[] = [],
): readonly Happening[] {
  const { createdAt, confirmation, cancellation, openRequest } = appointment
  const own: Happening[] = [
    {
      id: 'created',
      icon: CalendarPlus,
      tone: 'plain',
      title: msg`Appointment registered`,
      instant: createdAt,
      notes: [],
    },
  ]
  if (confirmation.confirmedAt !== null)
    own.push({
      id: 'confirmed',
      icon: UserCheck,
      tone: 'ok',
      title: msg`Confirmed`,
      instant: confirmation.confirmedAt,
      notes: confirmation.via === null ? [] : [confirmedBy[confirmation.via]],
    })
  if (openRequest !== null)
    own.push({
      id: 'request',
      icon: MessageCircleQuestion,
      tone: 'plain',
      title: openRequest.type === 'cancel' ? msg`Asks to cancel` : msg`Asks for another time`,
      instant: openRequest.createdAt,
      notes: [],
    })
  if (cancellation !== null)
    own.push({
      id: 'cancelled',
      icon: CalendarX,
      tone: 'danger',
      title: msg`Cancelled`,
      instant: cancellation.cancelledAt,
      notes: [cancelledBy[cancellation.by], ...(cancellation.note === null ? [] : [cancellation.note])],
    })
  const sent = reminders.flatMap((reminder) => happeningsOf(reminder, createdAt))
  return [...own, ...sent, ...calls.map(calledOf)].toSorted((a, b) => Date.parse(a.instant) - Date.parse(b.instant))
}

/** What became of one message: each attempt with the provider's answer, or why there was none. */
function happeningsOf(reminder: Reminder, createdAt: string): Happening[] {
  const { id, state, dueAt, updatedAt, reasonCode, destinationMasked, attempts, reply } = reminder
  const kind = reminder.isAnswerToReply ? 'answerToReply' : reminder.kind
  const to = destinationMasked === null ? [] : [destinationMasked]
  const why = reasonCode === null ? [] : [reasonText[reasonCode]]
  const told = attempts.map((attempt): Happening => {
    const isLast = attempt === attempts.at(-1)
    return {
      id: `${id} ${attempt.attemptNo}`,
      icon:
        attempt.state === 'failed' || attempt.state === 'undelivered'
          ? TriangleAlert
          : attempt.state === 'delivered'
            ? Check
            : Send,
      tone:
        attempt.state === 'failed' || attempt.state === 'undelivered'
          ? 'danger'
          : attempt.state === 'delivered'
            ? 'ok'
            : 'plain',
      title: kindNames[kind][attempt.channel],
      instant: attempt.handedOverAt,
      notes: [attemptStates[attempt.state], ...to, ...(isLast ? why : [])],
    }
  })
  if (state === 'planned' || state === 'claimed' || state === 'held')
    return [
      ...told,
      { id, icon: Clock, tone: 'plain', title: plannedKinds[kind], instant: dueAt, notes: [...to, ...why] },
    ]
  if (attempts.length > 0) return reply === null ? told : [...told, replied(id, reply)]
  // A withdrawn message ended when that was decided, not when it was due; and never before the appointment was made.
  const ended = Date.parse(updatedAt) < Date.parse(dueAt) ? updatedAt : dueAt
  const instant = Date.parse(ended) < Date.parse(createdAt) ? createdAt : ended
  return [{ id, icon: Ban, tone: 'quiet', title: unsentKinds[kind], instant, notes: why }]
}

/** What came of a call, of which is told that it was made. */
export const calledTexts: Readonly<Record<Call['result'], MessageDescriptor>> = {
  confirmed: msg`Confirmed by telephone`,
  will_not_come: msg`Cannot come`,
  message_left: msg`Left a message`,
  no_answer: msg`Called, no answer`,
  wrong_number: msg`Wrong number`,
  spoken: msg`Called and spoke to somebody`,
}

function calledOf({ callId, result, calledAt, calledBy }: Call): Happening {
  return {
    id: callId,
    icon: result === 'no_answer' || result === 'wrong_number' ? PhoneMissed : PhoneCall,
    tone: 'plain',
    title: calledTexts[result],
    instant: calledAt,
    notes: calledBy === null ? [] : [calledBy],
  }
}

function replied(id: string, { meaning, receivedAt }: NonNullable<Reminder['reply']>): Happening {
  const isNo = meaning === 'declined'
  return {
    id: `${id} reply`,
    icon: isNo ? UserX : MessageCircleQuestion,
    tone: isNo ? 'danger' : 'plain',
    title: isNo ? msg`Says no: cannot come` : msg`Replied something we could not read`,
    instant: receivedAt,
    notes: [
      isNo ? msg`By answering the text message; the appointment stands until you act` : msg`You find it under Replies`,
    ],
  }
}

const confirmedBy = {
  app: msg`In the app`,
  sms_reply: msg`By answering the text message`,
  message_link: msg`By the link in the message`,
  staff: msg`By your staff`,
} as const
const cancelledBy = {
  holder: msg`By your staff`,
  source: msg`By the system it came from`,
  approved_request: msg`At the person’s request`,
} as const
export const attemptStates: Readonly<Record<Reminder['attempts'][number]['state'], MessageDescriptor>> = {
  handed_over: msg`Passed to the network`,
  sent: msg`Sent, not yet known to have arrived`,
  delivered: msg`Arrived`,
  undelivered: msg`Did not arrive`,
  failed: msg`Refused`,
  unknown: msg`It is not known whether it arrived`,
}
/** What a message is for; an answer to what the person texted is not one to a request. */
type Kind = Reminder['kind'] | 'answerToReply'

export const kindNames: Readonly<Record<Kind, Readonly<Record<'sms' | 'email', MessageDescriptor>>>> = {
  confirmation: { sms: msg`Confirmation by text message`, email: msg`Confirmation by e-mail` },
  reminder: { sms: msg`Reminder by text message`, email: msg`Reminder by e-mail` },
  confirm_prompt: { sms: msg`Asked to confirm by text message`, email: msg`Asked to confirm by e-mail` },
  change: { sms: msg`Change notice by text message`, email: msg`Change notice by e-mail` },
  cancellation: { sms: msg`Cancellation notice by text message`, email: msg`Cancellation notice by e-mail` },
  answer: { sms: msg`Decision notice by text message`, email: msg`Decision notice by e-mail` },
  answerToReply: { sms: msg`Answer to their text message`, email: msg`Answer to their text message` },
  delay: { sms: msg`Delay notice by text message`, email: msg`Delay notice by e-mail` },
  postponed: { sms: msg`Postponement notice by text message`, email: msg`Postponement notice by e-mail` },
}
const plannedKinds: Readonly<Record<Kind, MessageDescriptor>> = {
  confirmation: msg`Confirmation is planned`,
  reminder: msg`Reminder is planned`,
  confirm_prompt: msg`Request to confirm is planned`,
  change: msg`Change notice is planned`,
  cancellation: msg`Cancellation notice is planned`,
  answer: msg`Decision notice is planned`,
  answerToReply: msg`Answer to their text message is planned`,
  delay: msg`Delay notice is planned`,
  postponed: msg`Postponement notice is planned`,
}
const unsentKinds: Readonly<Record<Kind, MessageDescriptor>> = {
  confirmation: msg`Confirmation not sent`,
  reminder: msg`Reminder not sent`,
  confirm_prompt: msg`Request to confirm not sent`,
  change: msg`Change notice not sent`,
  cancellation: msg`Cancellation notice not sent`,
  answer: msg`Decision notice not sent`,
  answerToReply: msg`Answer to their text message not sent`,
  delay: msg`Delay notice not sent`,
  postponed: msg`Postponement notice not sent`,
}
