import type { MessageKind } from '#/messages/message-input.ts'
import type { ProposalKey } from '#/messages/proposals/proposal-words.ts'

/** All texts of one locale, as ICU MessageFormat patterns. */
export type Catalogue = {
  /** Raised by hand whenever a text of this catalogue changes, for example `nl-2`; stored with every message sent. */
  readonly templateVersion: string
  readonly messages: { readonly [Key in MessageKey]: string }
  /** For a language whose dates ICU does not know, or words otherwise than its texts need; null leaves dates to ICU. */
  readonly dateWords: DateWords | null
}

/** Own words for dates. The patterns take `{weekday}`, `{day}`, `{month}`, `{year}`; times are written HH:MM. */
export type DateWords = {
  /** Monday first, as ISO 8601 counts. */
  readonly weekdays: readonly [string, string, string, string, string, string, string]
  // oxfmt-ignore
  readonly months: readonly [string, string, string, string, string, string, string, string, string, string, string, string]
  readonly date: string
  readonly dateWithYear: string
  /** The word before the last of several things, as in "09:00, 10:00 and 11:00". */
  readonly and: string
}

export type MessageKey = keyof MessageArguments

/**
 * The arguments of each text. `when` is one or more days with times, in an SMS with the place; `count` is the number of appointments.
 * Arguments called `link` are addresses and stand bare; all others are set apart in right-to-left texts.
 */
export type MessageArguments = {
  readonly [Key in `sms.${MessageKind}` | `email.subject.${MessageKind}`]: AppointmentArguments
} & {
  readonly [Key in `email.intro.${MessageKind}`]: { readonly count: number; readonly holder: string }
} & {
  readonly [Key in ProposalKey]: NoArguments
} & {
  readonly 'when.dateAtTimes': { readonly date: string; readonly times: string }
  readonly 'when.withDetail': { readonly time: string; readonly detail: string }
  readonly 'when.withPlace': { readonly when: string; readonly place: string }
  readonly 'when.timeRange': { readonly start: string; readonly end: string }

  readonly 'sms.replyYes': NoArguments
  readonly 'sms.confirmLink': { readonly link: string }
  readonly 'sms.viewLink': { readonly link: string }

  /** Sent in both channels while the recipient's own request is being looked at. */
  readonly requestOpen: { readonly count: number }

  readonly 'email.greeting': { readonly name: string }
  readonly 'email.greetingUnnamed': NoArguments
  readonly 'email.labelDate': NoArguments
  readonly 'email.labelTime': NoArguments
  readonly 'email.labelTitle': NoArguments
  readonly 'email.labelPlace': NoArguments
  readonly 'email.labelPhone': NoArguments
  readonly 'email.labelWebsite': NoArguments
  readonly 'email.actionConfirm': { readonly count: number }
  readonly 'email.actionView': { readonly count: number }
  readonly 'email.calendarAdd': { readonly count: number }
  readonly 'email.calendarRemove': { readonly count: number }
  readonly 'email.timeZone': { readonly zone: string }
  readonly 'email.sentFor': { readonly holder: string }
  readonly 'email.unsubscribe': { readonly holder: string }

  readonly 'stop.holder': { readonly holder: string }
  readonly 'stop.number': NoArguments
  readonly 'stop.all': NoArguments
  readonly 'start.holder': { readonly holder: string }
  readonly 'start.number': NoArguments
  readonly 'start.all': NoArguments
  readonly 'ambiguousReply.sms': NoArguments
  readonly 'ambiguousReply.intro': { readonly when: string; readonly holder: string }
  readonly 'recipientCode.sms': { readonly code: string; readonly minutes: number }
  readonly 'deletion.sms': NoArguments
  readonly 'deletion.subject': NoArguments
  readonly 'deletion.last': NoArguments
  readonly 'staffCode.subject': { readonly host: string }
  readonly 'staffCode.intro': { readonly host: string }
  readonly 'staffCode.validity': { readonly minutes: number }
  readonly 'staffCode.warning': { readonly host: string }
  readonly 'unclearReply.subject': { readonly holder: string }
  readonly 'unclearReply.intro': { readonly when: string; readonly holder: string }
  readonly 'unclearReply.labelReply': NoArguments
  readonly 'unclearReply.consequence': NoArguments
  readonly 'unclearReply.action': NoArguments
  readonly 'suggestionApproved.subject': { readonly holder: string }
  readonly 'suggestionApproved.intro': { readonly name: string; readonly date: string; readonly time: string }
  readonly 'suggestionApproved.somebody': NoArguments
  readonly 'suggestionApproved.consequence': NoArguments
  readonly 'suggestionApproved.action': NoArguments
  readonly 'integration.name.google_calendar': NoArguments
  readonly 'integration.name.microsoft_365': NoArguments
  readonly 'integration.name.caldav': NoArguments
  readonly 'integration.description.google_calendar': NoArguments
  readonly 'integration.description.microsoft_365': NoArguments
  readonly 'integration.description.caldav': NoArguments
  readonly 'integrationProblem.subject': { readonly name: string }
  readonly 'integrationProblem.intro': { readonly name: string; readonly holder: string }
  readonly 'integrationProblem.consequence': NoArguments
  readonly 'integrationProblem.action': NoArguments
  readonly 'calendarProblem.subject': { readonly name: string }
  readonly 'calendarProblem.intro': { readonly name: string; readonly holder: string; readonly calendar: string }
  readonly 'calendarProblem.consequence': NoArguments
  readonly 'calendarProblem.action': NoArguments
}

type AppointmentArguments = { readonly count: number; readonly holder: string; readonly when: string }

type NoArguments = Readonly<Record<never, never>>
