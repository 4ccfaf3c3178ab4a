import type { SmsAlphabet } from '#/messages/sms/plain-latin.ts'

/** What a message is for; the same words as a reminder row's `kind`. */
export const messageKinds = ['confirmation', 'reminder', 'confirm_prompt', 'change', 'cancellation'] as const

export type MessageKind = (typeof messageKinds)[number]

/** Everything a message to a recipient may say. There is no field for reason, specialty or free text, on purpose. */
export type MessageInput = {
  readonly kind: MessageKind
  /** The recipient's preference first, then the holder's default. */
  readonly localePreferences: readonly (string | null)[]
  readonly holder: MessageHolder
  /** One, or several when rows of the same day are sent as one message; any order. */
  readonly appointments: readonly [MessageAppointment, ...MessageAppointment[]]
  /** Where the recipient views, confirms or asks for a change after signing in; null when there is no such page. */
  readonly link: string | null
  /** True when a reply to this message arrives at us, so that "Reply YES" may be asked. Plays no part in e-mail. */
  readonly canReply: boolean
  /** Which letters a text message is written in; plays no part in e-mail. */
  readonly smsAlphabet: SmsAlphabet
  /** True while the recipient's own cancel or reschedule request is being looked at. */
  readonly requestOpen: boolean
  /** For the greeting of an e-mail; never in an SMS. */
  readonly recipientName: string | null
  /** Where the recipient ends e-mail from this holder. */
  readonly unsubscribeUrl: string | null
  /** The holder's address in the calendar file. */
  readonly organizerEmail: string | null
  /** The moment of rendering: DTSTAMP of the calendar file, and whether a date in an SMS needs its year. */
  readonly renderedAt: Temporal.Instant
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
  /** IANA zone the times are told in. */
  readonly timezone: string
  /** Where it is, in words. */
  readonly place: string | null
  /** Null unless the appointment's type is marked `smsSafe`. */
  readonly title: string | null
  /** iCalendar UID and SEQUENCE, as `calendarIdentity` gives them. */
  readonly uid: string
  readonly sequence: number
}
