import { label, sms, subject, text } from './entry.ts'

/** Texts to recipients about their appointments: text messages and mails. */
export const appointmentTexts = {
  'when.dateAtTimes': sms('{date} at {times}', 'A day and its times; stands inside most texts below as {when}.'),
  'when.dateAtOne': sms(
    '{date} at {times}',
    'As when.dateAtTimes, where the first time begins with one o’clock, which some languages treat as singular: Spanish "a la 1:00".',
  ),
  'when.withDetail': sms(
    '{time} ({detail})',
    'A time with the title or place of that appointment, when there are several.',
  ),
  'when.withPlace': sms('{when}, {place}', 'Day and time with the place.'),
  'when.timeRange': text('{start} to {end}', 'From when until when an appointment lasts, in a table of a mail.'),

  'sms.confirmation': sms(
    'Your {count, plural, one {appointment} other {appointments}} with {holder}: {when}.',
    'Text message: an appointment has just been made.',
  ),
  'sms.reminder': sms(
    'Reminder: {count, plural, one {appointment} other {appointments}} with {holder} on {when}.',
    'Text message: a reminder, usually a day before.',
  ),
  'sms.confirm_prompt': sms(
    '{count, plural, one {Appointment} other {Appointments}} with {holder} on {when}.',
    'Text message: a reminder that is followed by sms.replyYes or sms.confirmLink.',
  ),
  'sms.household': sms(
    '{holder}: {count, plural, one {# appointment} other {# appointments}} for this number, {when}.',
    'Text message: a reminder to everybody who shares a telephone, of at least two appointments, without saying whose. May be followed by sms.replyYes. # is the number of appointments.',
  ),
  'sms.change': sms(
    'Changed: your {count, plural, one {appointment} other {appointments}} with {holder}, now on {when}.',
    'Text message: the practice has moved an appointment. The text must say that {when} is the new time: "changed: Thursday" could as well be the old one.',
  ),
  'sms.otherPlace': sms(
    'New place for your appointment with {holder} on {when}: {place}.',
    'Text message: the appointment is at another address or room than the person was told; {when} is its time, which stays.',
  ),
  'sms.cancellation': sms(
    'Cancelled: your {count, plural, one {appointment} other {appointments}} with {holder}, {when}.',
    'Text message: the practice has cancelled an appointment; it does not take place.',
  ),
  'sms.answer': sms(
    '{holder} answered your request: your appointment stays as it is, {when}.',
    'Text message: the person had asked to cancel or move an appointment, and the practice did not agree.',
  ),
  'sms.proposal': sms(
    '{holder} proposes another time for your appointment on {when}.',
    'Text message: the person had asked for another time; the link that follows shows the one that the practice proposes. {when} is the present time.',
  ),
  'sms.delay': sms(
    '{holder}: your {count, plural, one {appointment on {when} starts} other {appointments on {when} start}} about {minutes} min later.',
    'Text message: the practice runs late today; the appointment stands. {when} is the planned time; several of one day where one telephone has several appointments.',
  ),
  'sms.postponed': sms(
    '{holder}: your {count, plural, one {appointment on {when} cannot take place then. You will be told a new time.} other {appointments on {when} cannot take place then. You will be told new times.}}',
    'Text message: the practice cannot keep the time, and gives another one later; several of one day where one telephone has several appointments.',
  ),
  'sms.replyYes': sms(
    'Reply YES to confirm.',
    'Follows sms.confirm_prompt. In place of YES write the plain word for yes of your language, in capitals where there are any; replies with it are understood.',
  ),
  'sms.confirmLink': sms(
    'To confirm: {link}',
    'Follows sms.confirm_prompt where a reply cannot arrive. No command: "Confirm: link" is what swindlers write.',
  ),
  'sms.viewLink': sms(
    'Info: {link}',
    'Ends most text messages: where to see the appointment. One short word before the link, which never stands alone.',
  ),
  'sms.requestOpen': sms(
    'Your request is open; until we reply, nothing changes.',
    'Follows sms.reminder: the person asked to cancel or move the appointment, and nobody has decided yet.',
  ),

  requestOpen: sms(
    'We are looking at your request. Until you hear from us, the {count, plural, one {appointment stands} other {appointments stand}}.',
    'In mails: the person asked to cancel or move the appointment, and nobody has decided yet.',
  ),

  'email.subject.confirmation': subject(
    'Your {count, plural, one {appointment} other {appointments}} with {holder}: {when}',
    'Subject: an appointment has just been made.',
  ),
  'email.subject.reminder': subject(
    'Reminder: {count, plural, one {appointment} other {appointments}} with {holder} on {when}',
    'Subject: a reminder.',
  ),
  'email.subject.confirm_prompt': subject(
    'Please confirm your {count, plural, one {appointment} other {appointments}} with {holder} on {when}',
    'Subject: a reminder that asks to confirm.',
  ),
  'email.subject.change': subject(
    'Changed: your {count, plural, one {appointment with {holder} is} other {appointments with {holder} are}} now on {when}',
    'Subject: the practice has moved an appointment.',
  ),
  'email.subject.otherPlace': subject(
    'New place: your appointment with {holder} on {when}',
    'Subject: the appointment is at another address or room than the person was told, at the same time.',
  ),
  'email.subject.cancellation': subject(
    'Cancelled: your {count, plural, one {appointment} other {appointments}} with {holder} on {when}',
    'Subject: the practice has cancelled an appointment.',
  ),

  'email.subject.answer': subject(
    'Your request: the appointment with {holder} stays as it is, {when}',
    'Subject: the person had asked to cancel or move an appointment, and the practice did not agree.',
  ),
  'email.subject.proposal': subject(
    '{holder} proposes another time for your appointment on {when}',
    'Subject: the person had asked for another time, and the practice proposes one.',
  ),

  'email.subject.delay': subject(
    'Running late: your appointment with {holder} on {when}',
    'Subject: the practice runs late today; {when} is the planned time.',
  ),
  'email.subject.postponed': subject(
    'Postponed: your appointment with {holder} on {when}',
    'Subject: the practice cannot keep the time, and gives another one later.',
  ),

  'email.intro.confirmation': text(
    'Your {count, plural, one {appointment with {holder} is} other {appointments with {holder} are}} booked.',
    'First sentence of the mail; a table with date, time and place follows.',
  ),
  'email.intro.reminder': text(
    'This is a reminder of your {count, plural, one {appointment} other {appointments}} with {holder}.',
    'First sentence of the mail; a table with date, time and place follows.',
  ),
  'email.intro.household': text(
    'This is a reminder of {count, plural, one {# appointment} other {# appointments}} with {holder}, for everybody who reads mail at this address.',
    'First sentence of the mail to people who share a telephone and an address, of at least two appointments; tables with date, time and place follow, without saying whose. # is the number of appointments.',
  ),
  'email.intro.confirm_prompt': text(
    'You have {count, plural, one {an appointment} other {# appointments}} with {holder} soon. Please let us know whether you are coming.',
    'First sentences of the mail; a table and a button to confirm follow. # is the number of appointments.',
  ),
  'email.intro.change': text(
    'Your {count, plural, one {appointment with {holder} has} other {appointments with {holder} have}} been changed. These are the new details.',
    'First sentences of the mail; a table with the new date, time and place follows.',
  ),
  'email.intro.otherPlace': text(
    'Your appointment with {holder} is now at another place. The date and time stay the same.',
    'First sentences of the mail; a table with date, time and the new place follows.',
  ),
  'email.intro.cancellation': text(
    'Your {count, plural, one {appointment with {holder} has been cancelled. This was the appointment.} other {appointments with {holder} have been cancelled. These were the appointments.}}',
    'First sentences of the mail; a table with what was cancelled follows.',
  ),
  'email.intro.answer': text(
    '{holder} has answered your request. Your appointment stays as it is. You can read the answer with the button below.',
    'First sentences of the mail; a table with date, time and place and a button follow.',
  ),
  'email.intro.proposal': text(
    '{holder} has answered your request and proposes another time. Look at it with the button below. Until you choose, this appointment stands.',
    'First sentences of the mail; a table with the present date, time and place and a button follow.',
  ),
  'email.intro.delay': text(
    '{holder} is running late. Your appointment starts about {minutes} min later than shown below.',
    'First sentences of the mail; a table with the planned date, time and place follows.',
  ),
  'email.intro.postponed': text(
    'Your appointment with {holder} cannot take place at the time shown below. You will be told a new time.',
    'First sentences of the mail; a table with the date and time that do not hold follows.',
  ),
  'email.greeting': text(
    'Dear {name},',
    'Opens a mail. The name is full and its gender unknown: choose a greeting that fits everybody.',
  ),
  'email.greetingUnnamed': text('Hello,', 'Opens a mail to somebody whose name is not known.'),
  'email.labelDate': label('Date', 'Label in the table of a mail.'),
  'email.labelTime': label('Time', 'Label in the table of a mail.'),
  'email.labelTitle': label(
    'Appointment',
    'Label in the table of a mail: what kind of appointment, such as "Check-up".',
  ),
  'email.labelPlace': label('Place', 'Label in the table of a mail: address or room.'),
  'email.labelPhone': label('Phone', 'Label in the table of a mail.'),
  'email.labelWebsite': label('Website', 'Label in the table of a mail.'),
  'email.actionConfirm': label(
    'Confirm or change {count, plural, one {appointment} other {appointments}}',
    'Button in a mail that asks to confirm.',
  ),
  'email.actionView': label('View {count, plural, one {appointment} other {appointments}}', 'Button in a mail.'),
  'email.calendarAdd': text(
    'Open the attached calendar file to put the {count, plural, one {appointment} other {appointments}} in your calendar.',
    'Small print of a mail that has an .ics file with it.',
  ),
  'email.calendarRemove': text(
    'Open the attached calendar file to take the {count, plural, one {appointment} other {appointments}} out of your calendar.',
    'Small print of a mail about a cancellation that has an .ics file with it.',
  ),
  'email.timeZone': text('Time zone: {zone}.', 'Small print of a mail.'),
  'email.sentFor': text('This message was sent automatically on behalf of {holder}.', 'Small print of a mail.'),
  'email.unsubscribe': label(
    'Stop e-mail about appointments with {holder}',
    'Link at the end of a mail, to a page where one unsubscribes.',
  ),
} as const
