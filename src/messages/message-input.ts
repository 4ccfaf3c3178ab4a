import type { SmsAlphabet } from '#/messages/sms/plain-latin.ts'

/** What a message is for: a reminder row's `kind`, or an answer that proposes another time. */
export const messageKinds = [
  'confirmation',
  'reminder',
  'confirm_prompt',
  'change',
  'cancellation',
  'answer',
  'proposal',
  'delay',
  'postponed',
] as const

export type MessageKind = (typeof messageKinds)[number]

/** Everything a message to a recipient may say. Deliberately without reason, specialty or free text. */
export type MessageInput = {
  readonly kind: MessageKind
  /** The recipient's preference first, then the holder's default. */
  readonly localePreferences: readonly (string | null)[]
  readonly holder: MessageHolder
  /** Its appointments are of several people who share a telephone: a reminder says how many there are, and nobody is greeted by name. */
  readonly isHousehold: boolean
  /** One, or several when rows of the same day are sent as one message; any order. */
  readonly appointments: readonly [MessageAppointment, ...MessageAppointment[]]
  /** Where the recipient views, confirms or asks for a change after signing in; null when there is no such page. */
  readonly link: string | null
  /** True when replies to this message reach us, so that "Reply YES" may be asked. Not used in e-mail. */
  readonly canReply: boolean
  /** Which letters a text message is written in. Not used in e-mail. */
  readonly smsAlphabet: SmsAlphabet
  /** Of a change: the time, and perhaps the place too, or the place alone. */
  readonly changed: 'time' | 'place'
  /** Of a delay: by how much the appointment begins later; null for any other message. */
  readonly delayMinutes: number | null
  /** True while the recipient's own request to cancel or move is open. */
  readonly requestOpen: boolean
  /** For the greeting of an e-mail; never in an SMS. */
  readonly recipientName: string | null
  /** Where the recipient ends e-mail from this holder. */
  readonly unsubscribeUrl: string | null
  /** The holder's address in the calendar file. */
  readonly organizerEmail: string | null
  /** Time of rendering: DTSTAMP of the calendar file, and decides whether a date needs its year. */
  readonly renderedAt: Temporal.Instant
}

/** Messages that say something of an appointment which is not where and when it is: an open request changes nothing of that. */
export const isAside = ({ kind }: Pick<MessageInput, 'kind'>) => asides.has(kind)
const asides: ReadonlySet<MessageKind> = new Set(['answer', 'proposal', 'delay', 'postponed'])

/** Whether a message is there to say that its one appointment is at another place, at the time that was told. */
export function isOtherPlace({ kind, changed }: MessageInput): boolean {
  return kind === 'change' && changed === 'place'
}

export type MessageHolder = {
  readonly displayName: string
  /** Null or empty when there is none. */
  readonly phoneNumber: string | null
  /** Null or empty when there is none. */
  readonly websiteUrl: string | null
}

export type MessageAppointment = {
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  /** IANA zone in which times are given. */
  readonly timezone: string
  /** Where it is, in words. */
  readonly place: string | null
  /** Null unless the appointment's type is marked `smsSafe`. */
  readonly title: string | null
  /** iCalendar UID and SEQUENCE, as `calendarIdentity` gives them. */
  readonly uid: string
  readonly sequence: number
}
