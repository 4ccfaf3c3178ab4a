import type { Catalogue } from './catalogue.ts'
import { proposalWordsEn } from '#/messages/proposals/proposal-words-en.ts'

/** English, British dates. The SMS texts hold no character outside GSM-7. */
export const catalogueEn: Catalogue = {
  templateVersion: 'en-2',
  // ICU writes "Thursday, 3 December 2026" with a comma, which breaks the sentence the date stands in.
  dateWords: {
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    // oxfmt-ignore
    months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
    date: '{weekday} {day} {month}',
    dateWithYear: '{weekday} {day} {month} {year}',
    and: 'and',
  },
  messages: {
    ...proposalWordsEn,

    'when.dateAtTimes': '{date} at {times}',
    'when.withDetail': '{time} ({detail})',
    'when.withPlace': '{when}, {place}',
    'when.timeRange': '{start} to {end}',

    'sms.confirmation': 'Your {count, plural, one {appointment} other {appointments}} with {holder}: {when}.',
    'sms.reminder': 'Reminder: {count, plural, one {appointment} other {appointments}} with {holder} on {when}.',
    'sms.confirm_prompt': '{count, plural, one {Appointment} other {Appointments}} with {holder} on {when}.',
    'sms.change':
      'Changed: your {count, plural, one {appointment with {holder} is} other {appointments with {holder} are}} now on {when}.',
    'sms.cancellation':
      'Your {count, plural, one {appointment with {holder} on {when} has} other {appointments with {holder} on {when} have}} been cancelled.',
    'sms.replyYes': 'Reply YES to confirm.',
    'sms.confirmLink': 'Confirm at {link}',
    'sms.viewLink': 'More info: {link}',

    requestOpen:
      'Your request is being looked at. Until you hear otherwise, the {count, plural, one {appointment stands} other {appointments stand}}.',

    'email.subject.confirmation': 'Your {count, plural, one {appointment} other {appointments}} with {holder}: {when}',
    'email.subject.reminder':
      'Reminder: {count, plural, one {appointment} other {appointments}} with {holder} on {when}',
    'email.subject.confirm_prompt':
      'Please confirm your {count, plural, one {appointment} other {appointments}} with {holder} on {when}',
    'email.subject.change':
      'Changed: your {count, plural, one {appointment with {holder} is} other {appointments with {holder} are}} now on {when}',
    'email.subject.cancellation':
      'Cancelled: your {count, plural, one {appointment} other {appointments}} with {holder} on {when}',

    'email.intro.confirmation':
      'Your {count, plural, one {appointment with {holder} is} other {appointments with {holder} are}} booked.',
    'email.intro.reminder':
      'This is a reminder of your {count, plural, one {appointment} other {appointments}} with {holder}.',
    'email.intro.confirm_prompt':
      'You have {count, plural, one {an appointment} other {# appointments}} with {holder} soon. Will you let us know whether you are coming?',
    'email.intro.change':
      'Your {count, plural, one {appointment with {holder} has} other {appointments with {holder} have}} been changed. These are the new details.',
    'email.intro.cancellation':
      'Your {count, plural, one {appointment with {holder} has been cancelled. This was the appointment.} other {appointments with {holder} have been cancelled. These were the appointments.}}',
    'email.greeting': 'Dear {name},',
    'email.greetingUnnamed': 'Hello,',
    'email.labelDate': 'Date',
    'email.labelTime': 'Time',
    'email.labelTitle': 'Appointment',
    'email.labelPlace': 'Place',
    'email.labelPhone': 'Phone',
    'email.labelWebsite': 'Website',
    'email.actionConfirm': 'Confirm or change {count, plural, one {appointment} other {appointments}}',
    'email.actionView': 'View {count, plural, one {appointment} other {appointments}}',
    'email.calendarAdd':
      'The calendar file with this message puts the {count, plural, one {appointment} other {appointments}} in your calendar.',
    'email.calendarRemove':
      'The calendar file with this message takes the {count, plural, one {appointment} other {appointments}} out of your calendar.',
    'email.timeZone': 'Time zone: {zone}.',
    'email.sentFor': 'This message was sent automatically on behalf of {holder}.',
    'email.unsubscribe': 'Stop e-mail about appointments with {holder}',

    'stop.holder': 'You will get no more texts from {holder}. Your appointments stand. Want texts again? Reply START.',
    'stop.number':
      'You will get no more texts about appointments from this number. Your appointments stand. Want texts again? Reply START.',
    'stop.all':
      'You will get no more texts about appointments on this number. Your appointments stand. Want texts again? Reply START.',
    'start.holder':
      'You can get texts about coming appointments with {holder} again. What you missed is not sent now. Rather not? Reply STOP.',
    'start.number':
      'You can get texts about coming appointments from this number again. What you missed is not sent now. Rather not? Reply STOP.',
    'start.all':
      'You can get texts about coming appointments on this number again. What you missed is not sent now. Rather not? Reply STOP.',
    'ambiguousReply.sms':
      'Nothing was confirmed: we do not know which appointment you mean. To confirm, please call the organization it is with.',
    'ambiguousReply.intro':
      'Somebody replied yes to a text message. It is not certain that the reply is about the appointment on {when} with {holder}.',
    'recipientCode.sms':
      'Your sign-in code is {code}. It works for {minutes, plural, one {# minute} other {# minutes}}. Do not share it with anyone.',
    'deletion.sms':
      'Your data are being deleted now, as you asked. You will get no more messages about your appointments. The appointments themselves stand.',
    'deletion.subject': 'Your data are being deleted',
    'deletion.last': 'This is our last message to you.',
    'staffCode.subject': 'Your sign-in code for {host}',
    'staffCode.intro': 'Use this code to sign in to {host}:',
    'staffCode.validity': 'The code works for {minutes, plural, one {# minute} other {# minutes}} and only once.',
    'staffCode.warning':
      'Enter the code only on {host} and do not share it with anyone. If you did not ask for a code, you need not do anything.',
    'unclearReply.subject': 'A reply to a text message from {holder} needs your attention',
    'unclearReply.intro':
      'Somebody replied to a text message about the appointment on {when} with {holder}. We could not read the reply as yes or stop.',
    'unclearReply.labelReply': 'Reply',
    'unclearReply.consequence': 'Nothing was changed. Please get in touch yourself if needed.',
    'unclearReply.action': 'View appointment',
    'suggestionApproved.subject': 'Proposed time accepted at {holder}',
    'suggestionApproved.intro': '{name} has accepted the proposed time: {date} at {time}.',
    'suggestionApproved.somebody': 'A recipient',
    'suggestionApproved.consequence':
      'Nothing has been booked or moved yet. Enter the appointment in your own calendar.',
    'suggestionApproved.action': 'View the appointment',
    'integration.name.google_calendar': 'Google Calendar',
    'integration.name.microsoft_365': 'Microsoft 365',
    'integration.name.caldav': 'CalDAV',
    'integration.description.google_calendar': 'Reads appointments from Google calendars. Nothing in them is changed.',
    'integration.description.microsoft_365':
      'Reads appointments from Outlook calendars of Microsoft 365. Nothing in them is changed.',
    'integration.description.caldav':
      'Reads appointments from calendars on a CalDAV server, such as iCloud, Nextcloud or Fastmail. Nothing in them is changed.',
    'integrationProblem.subject': 'The connection to {name} has stopped working',
    'integrationProblem.intro': '{name} no longer lets Tijdig read the calendar of {holder}.',
    'integrationProblem.consequence':
      'Until you connect it again, new and changed appointments in this calendar are not taken over. Appointments that are known already stand and are reminded of as usual.',
    'integrationProblem.action': 'Connect again',
    'calendarProblem.subject': 'A calendar of {name} is no longer read',
    'calendarProblem.intro':
      '{name} no longer lets Tijdig read the calendar ‘{calendar}’ of {holder}: it was deleted or is no longer shared.',
    'calendarProblem.consequence':
      'New and changed appointments in this calendar are not taken over any more. Appointments that are known already stand and are reminded of as usual. Your other calendars are read as before.',
    'calendarProblem.action': 'Choose calendars',
  },
}
