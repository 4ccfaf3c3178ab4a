import { label, subject, text } from './entry.ts'

const service = 'Name of a calendar service; keep its own name as it is known in your language.'

/** Texts to the staff of an organization: mails, and the pages on which calendars are connected. */
export const staffTexts = {
  'staffCode.subject': subject('Your sign-in code for {host}', 'Subject of the mail with a code to sign in.'),
  'staffCode.intro': text('Use this code to sign in to {host}:', 'The code follows on its own line.'),
  'staffCode.validity': text(
    'The code works once, for {minutes, plural, one {# minute} other {# minutes}}.',
    '# is the number of minutes.',
  ),
  'staffCode.warning': text(
    'Enter the code only on {host} and do not share it with anyone. If you did not ask for a code, you do not need to do anything.',
    'Last line of the mail with a code.',
  ),

  'passkeyChange.subject': subject('Your passkeys for {host} were changed', 'Subject of a mail to somebody of staff.'),
  'passkeyAdded.intro': text(
    'A passkey was added. It can be used to sign in to {host} without a code.',
    'First sentences of that mail. A passkey is a way to sign in with a device; keep the word your language uses for it.',
  ),
  'passkeyRemoved.intro': text(
    'A passkey was removed. Anyone who had signed in to {host} with it has been signed out.',
    'First sentences of that mail.',
  ),
  'passkeyChange.warning': text(
    'If this was not you, sign in yourself, choose “Sign out everywhere” in your account, and remove the passkeys that are not yours.',
    'Last sentence of that mail. “Sign out everywhere” is a button.',
  ),

  'newBrowser.subject': subject(
    'You signed in to {host} from a new browser',
    'Subject of a mail to somebody of staff, whom somebody else may have signed in as.',
  ),
  'newBrowser.intro': text(
    'You signed in to {host} from a browser that you had not used there before. If this was you, there is nothing to do.',
    'First sentences of that mail; when, browser and network follow.',
  ),
  'newBrowser.time': label('Time', 'Label in mails: when something happened, with date and time.'),
  'newBrowser.browser': label('Browser', 'Label in that mail: the program, such as Firefox.'),
  'newBrowser.network': label('Network', 'Label in that mail: the part of the Internet, such as 203.0.113.0/24.'),
  'newBrowser.warning': text(
    'If this was not you, sign in yourself and choose “Sign out everywhere” in your account.',
    'Last sentences of that mail. “Sign out everywhere” is a button.',
  ),

  'invitation.subject': subject(
    'Access to the appointments of {holder}',
    'Subject of a mail to somebody who may work with Tijdig for an organization from now on.',
  ),
  'invitation.intro': text(
    'You now have access to the appointments of {holder}. Sign in with this e-mail address: a code will be sent to it.',
    'First sentences of that mail.',
  ),
  'invitation.action': label('Sign in', 'Button in that mail.'),
  'invitation.linkIntro': text(
    'You are invited to work with the appointments of {holder}. Use the link to sign in.',
    'First sentences of that mail, where a colleague sent it.',
  ),
  'invitation.linkValidity': text(
    'The link works once, until: {date}, {time}. It is meant only for you: do not forward it. If you did not expect this, you do not need to do anything.',
    'Last sentences of that mail.',
  ),

  'accessChanged.subject': subject(
    'Your access to the appointments of {holder} has changed',
    'Subject of a mail to somebody of staff.',
  ),
  'accessChanged.intro': text(
    'Somebody of {holder} has changed your role or your locations. You may now see or do other things than before.',
    'First sentences of that mail. A role says what somebody may do, such as plan or only read.',
  ),
  'accessEnded.subject': subject(
    'Your access to the appointments of {holder} has ended',
    'Subject of a mail to somebody who may no longer work with Tijdig for an organization.',
  ),
  'accessEnded.intro': text(
    'Somebody of {holder} has ended your access. You have been signed out there.',
    'First sentences of that mail.',
  ),
  'access.question': text('If you have a question about this, ask {holder}.', 'Last sentence of both mails.'),

  'networksChange.subject': subject(
    'Networks of {holder} were changed',
    'Subject of a mail to the owners of an organization. Networks: lists of IP addresses, from which it lets its staff and programs in.',
  ),
  'networksChange.intro': text(
    'Somebody changed from which networks staff or API keys of {holder} are let in. If you know about this, there is nothing to do.',
    'First sentences of that mail; when, which lists and by whom follow.',
  ),
  'networksChange.lists': label('Changed', 'Label in that mail: which of the lists were changed.'),
  'networksChange.staff': label('Networks of staff', 'One of these lists, as its page names it.'),
  'networksChange.keys': label('Networks of API keys', 'One of these lists, as its page names it.'),
  'networksChange.by': label('Changed by', 'Label in that mail: who did it.'),
  'networksChange.operator': label(
    'Whoever runs the platform',
    'After that label: it was nobody of the organization, but the operator of the product.',
  ),
  'networksChange.warning': text(
    'Otherwise sign in and put the lists right under “Networks”. If it was done in your name but not by you, first choose “Sign out everywhere” in your account.',
    'Last sentences of that mail: what to do if the reader does not know about it. “Networks” is a page, “Sign out everywhere” a button.',
  ),

  'keyEnding.subject': subject(
    'An API key of {holder} is about to end',
    'Subject of a mail to staff. An API key lets a program, such as the practice system, send in appointments; keep the word that the portal uses.',
  ),
  'keyEnding.intro': text(
    'The API key ‘{name}’ of {holder} is about to end. It works until: {date}, {time}.',
    'First sentences of that mail. {name} is the name that somebody gave the key. Use the quotation marks of your language.',
  ),
  'keyEnding.consequence': text(
    'After that, programs that use this key can no longer send or read anything. Create the next key in time and enter it in the program. Until then both keys work.',
    'What it means and what to do, in that mail.',
  ),
  'keyEnding.action': label('View API keys', 'Button in that mail.'),

  'unclearReply.subject': subject(
    'A reply to a text message from {holder} needs your attention',
    'Subject of a mail to staff: somebody replied something that is neither yes nor stop.',
  ),
  'unclearReply.intro': text(
    'Somebody replied to a text message about the appointment on {when} with {holder}. We could not read the reply as yes or stop.',
    'First sentences of that mail; the reply follows.',
  ),
  'ambiguousReply.intro': text(
    'Somebody replied yes or no to a text message. It is not certain that the reply is about the appointment on {when} with {holder}.',
    'First sentences of a mail to staff: the reply could be about several appointments.',
  ),
  'declinedReply.subject': subject(
    'Cannot come to an appointment: a reply to {holder}',
    'Subject of a mail to staff: somebody replied to a text message that they cannot come.',
  ),
  'declinedReply.intro': text(
    'Somebody replied to a text message that they cannot come to the appointment on {when} with {holder}.',
    'First sentence of that mail. The gender of the person is unknown.',
  ),
  'unclearReply.labelReply': label('Reply', 'Label before what was replied.'),
  'unclearReply.consequence': text(
    'Nothing was changed. Please get in touch yourself if needed.',
    'What happens next: nothing by itself.',
  ),
  'unclearReply.action': label('View appointment', 'Button in that mail.'),

  'openReplies.subject': subject(
    '{count, plural, one {# reply} other {# replies}} to {holder} to see to',
    'Subject of a mail to staff, once a day: so many replies to text messages nobody has read or answered yet. # is their number.',
  ),
  'openReplies.intro': text(
    'Nobody has seen to {count, plural, one {# reply} other {# replies}} to text messages from {holder} yet. Nothing was changed by them.',
    'The text of that mail; a button to the list follows. # is the number of replies.',
  ),
  'openReplies.action': label('View replies', 'Button in that mail.'),

  'suggestionApproved.subject': subject(
    'Proposed time accepted at {holder}',
    'Subject of a mail to staff: a patient or client accepted the time that the practice proposed.',
  ),
  'suggestionApproved.intro': text(
    '{name} has accepted the proposed time: {date} at {time}.',
    'First sentence of that mail. The gender of {name} is unknown.',
  ),
  'suggestionApproved.somebody': label(
    'The person with the appointment',
    'Stands for {name} in suggestionApproved.intro when the name is not known: a patient or client.',
  ),
  'suggestionApproved.consequence': text(
    'Nothing has been booked or moved yet. Enter the appointment in your own calendar.',
    'What staff have to do.',
  ),
  'suggestionApproved.action': label('View appointment', 'Button in that mail.'),

  'integration.name.google_calendar': label('Google Calendar', service),
  'integration.name.microsoft_365': label('Microsoft 365', service),
  'integration.name.caldav': label('CalDAV', service),
  'integration.description.google_calendar': text(
    'Reads appointments from Google calendars. Nothing in them is changed.',
    'What connecting it does, in a list of services.',
  ),
  'integration.description.microsoft_365': text(
    'Reads appointments from Outlook calendars of Microsoft 365. Nothing in them is changed.',
    'What connecting it does, in a list of services.',
  ),
  'integration.description.caldav': text(
    'Reads appointments from calendars on a CalDAV server, such as iCloud, Nextcloud or Fastmail. Nothing in them is changed.',
    'What connecting it does, in a list of services.',
  ),
  'integrationProblem.subject': subject(
    'The connection to {name} has stopped working',
    'Subject of a mail to staff. {name} is a calendar service.',
  ),
  'integrationProblem.intro': text(
    '{name} no longer lets Tijdig read the calendar of {holder}.',
    'First sentence of that mail. {name} is a calendar service; Tijdig is the name of this product.',
  ),
  'integrationProblem.consequence': text(
    'Until you connect it again, we cannot see new or changed appointments in this calendar. Appointments we already know stay, and reminders of them are sent as usual.',
    'What it means, in that mail.',
  ),
  'integrationProblem.action': label('Connect again', 'Button in that mail.'),
  'calendarProblem.subject': subject(
    'A calendar of {name} is no longer read',
    'Subject of a mail to staff. {name} is a calendar service.',
  ),
  'calendarProblem.intro': text(
    '{name} no longer lets Tijdig read the calendar ‘{calendar}’ of {holder}: it was deleted or is no longer shared.',
    'First sentence of that mail. Use the quotation marks of your language.',
  ),
  'calendarProblem.consequence': text(
    'We can no longer see new or changed appointments in this calendar. Appointments we already know stay, and reminders of them are sent as usual. Your other calendars are read as before.',
    'What it means, in that mail.',
  ),
  'calendarProblem.action': label('Choose calendars', 'Button in that mail.'),

  'webhookFailing.subject': subject(
    'Webhook to {name} keeps failing',
    'Subject of a mail to staff. A webhook is a call of the organization’s own software; {name} is the host it calls, such as hooks.example.com.',
  ),
  'webhookFailing.intro': text(
    '{name} has not accepted anything that Tijdig sent for {holder} for 24 hours.',
    'First sentence of that mail. {name} is the host that is called; Tijdig is the name of this product.',
  ),
  'webhookFailing.consequence': text(
    'We keep trying. If nothing is accepted for five days, we switch the webhook off.',
    'What happens next, in that mail.',
  ),
  'webhookDisabled.subject': subject(
    'Webhook to {name} has been switched off',
    'Subject of a mail to staff. {name} is the host it called, such as hooks.example.com.',
  ),
  'webhookDisabled.intro': text(
    '{name} no longer accepts what Tijdig sends for {holder}, so we have switched the webhook off.',
    'First sentence of that mail. {name} is the host that was called; Tijdig is the name of this product.',
  ),
  'webhookDisabled.consequence': text(
    'Messages to it are kept for 30 days. When you switch it on again, you choose whether they are still sent.',
    'What it means, in that mail. The messages are those to the organization’s own software.',
  ),
  'webhookProblem.action': label('View webhooks', 'Button in those mails.'),

  'page.billing.title': subject(
    'Set up payment',
    'Title of the page to which the payment service sends a browser back.',
  ),
  'page.billing.heading': label('Welcome back', 'Heading of that page.'),
  'page.billing.text': text(
    'The payment service will tell us the result, usually within a minute. You will find it in Tijdig, under Billing. You can close this window.',
    'The page itself does not know yet whether it succeeded. Billing is a part of the product’s menu.',
  ),

  'page.calendar.connected.heading': label(
    'The calendar is connected',
    'Heading of a page after connecting a calendar.',
  ),
  'page.calendar.connected.text': text(
    'Appointments are now read from this calendar. You can close this window.',
    'Under page.calendar.connected.heading.',
  ),
  'page.calendar.denied.heading': label('The calendar is not connected', 'Heading: permission was refused.'),
  'page.calendar.denied.text': text('You did not give permission. Nothing is read.', 'Under that heading.'),
  'page.calendar.permission_missing.heading': label(
    'The calendar is not connected',
    'Heading: some permissions were left out.',
  ),
  'page.calendar.permission_missing.text': text(
    'Some of the permissions were left out. Start again and leave every box ticked.',
    'Boxes are those on the page of Google or Microsoft.',
  ),
  'page.calendar.unavailable.heading': label(
    'The calendar is not connected yet',
    'Heading: the calendar service is out of order.',
  ),
  'page.calendar.unavailable.text': text(
    'The calendar service gave no usable answer. Start again in a few minutes.',
    'Under that heading.',
  ),
  'page.calendar.too_many_calendars.heading': label(
    'The calendar is not connected',
    'Heading: the account is too large.',
  ),
  'page.calendar.too_many_calendars.text': text(
    'This account has more than 250 calendars, or one whose address is too long. Connect an account with fewer.',
    'Under that heading.',
  ),
  'page.calendar.not_open.heading': label(
    'This connection cannot be completed',
    'Heading: the link is no longer valid.',
  ),
  'page.calendar.not_open.text': text(
    'The link was used, has expired or was replaced. Start connecting again.',
    'Under that heading.',
  ),
  'page.calendar.other_session.heading': label(
    'This connection cannot be completed here',
    'Heading: another browser than the one it was started in.',
  ),
  'page.calendar.other_session.text': text(
    'Use the browser you started in, and stay signed in there.',
    'Under that heading.',
  ),
  'page.calendar.staff_only.heading': label('Sign in first', 'Heading: whoever opened the page is not signed in.'),
  'page.calendar.staff_only.text': text(
    'A connection that was started with an API key must be completed by a member of the organization’s staff. Sign in with this browser, then open this page again within ten minutes.',
    'Under that heading.',
  ),
  'page.calendar.back': label('Back to calendars', 'Link back to the list of connected calendars.'),

  'page.caldav.title': subject('Connect a calendar', 'Title of the form for a CalDAV server.'),
  'page.caldav.heading': label('Connect a calendar with CalDAV', 'Heading of the form.'),
  'page.caldav.intro': text(
    'Create an app password for Tijdig with your provider; do not use your ordinary password. Calendars are only read.',
    'Above the form. An app password is a separate password for one program, as iCloud and Fastmail make them.',
  ),
  'page.caldav.serverUrl': label('Server address', 'Label of a field.'),
  'page.caldav.username': label('User name', 'Label of a field.'),
  'page.caldav.appPassword': label('App password', 'Label of a field.'),
  'page.caldav.button': label('Connect', 'Button of the form.'),
  'page.caldav.fault.address': text('Enter an address that begins with https://.', 'Beside a field that is wrong.'),
  'page.caldav.fault.username': text('Enter the user name.', 'Beside a field that is empty.'),
  'page.caldav.fault.password': text('Enter the app password.', 'Beside a field that is empty.'),
  'page.caldav.fault.credentials': text(
    'The server does not accept this user name and app password.',
    'Beside a field that is wrong.',
  ),
  'page.caldav.fault.unreachable': text(
    'The server gave no usable answer. Check the address.',
    'Beside a field that is wrong.',
  ),
  'page.caldav.fault.elsewhere': text(
    'Your server refers to the address now shown here. Your password was not sent there. If the address is right, enter your app password again.',
    'Beside the address, which the page has changed into another.',
  ),
  'page.caldav.fault.no_calendars': text('There are no calendars at this address.', 'Beside a field that is wrong.'),
  'page.caldav.fault.too_many_calendars': text(
    'There are more than 250 calendars at this address, or one whose own address is too long. Use an account with fewer.',
    'Beside a field that is wrong.',
  ),
  'page.caldav.fault.busy': text(
    'An earlier attempt is still in progress. Try again in 30 seconds.',
    'Beside the password, after the form was sent twice.',
  ),
} as const
