// One glossary for the messages of the server and the web apps. A text is named by its catalogue and its key, in the web
// its English: `messages:page.billing.text`, `portal:Billing`, `portal:Cancel (stop what I am doing)` with its context.
// What a term is in a language is what that language's catalogues say there; `npm run -s texts glossary LOCALE` shows it.

/** A thing that has one name: its texts are the same in each language, but for capitals and a full stop. */
export const names: Readonly<Record<string, readonly string[]>> = {
  'sign in': ['portal:Sign in', 'recipient:Sign in', 'messages:invitation.action'],
  'sign out': ['portal:Sign out', 'recipient:Sign out'],
  reminders: ['portal:Reminders', 'recipient:Reminders'],
  appointment: ['ui:Appointment', 'portal:Appointment', 'messages:email.labelTitle'],
  place: ['ui:Place', 'portal:Place', 'messages:email.labelPlace'],
  'I can’t come': ['ui:I can’t come', 'recipient:I can’t come'],
  confirmed: ['ui:Confirmed', 'recipient:Confirmed'],
  cancelled: ['ui:Cancelled', 'recipient:Cancelled'],
  past: ['ui:Past', 'recipient:Past'],
  'hours without messages': ['portal:Hours without messages', 'recipient:Hours without messages'],
  'no messages at certain hours': ['portal:No messages at certain hours', 'recipient:No messages at certain hours'],
  'text message': ['portal:Text message', 'recipient:Text message'],
  language: ['ui:Language', 'portal:Language', 'recipient:Language'],
  'networks of staff': ['portal:Networks of staff', 'messages:networksChange.staff'],
  'networks of API keys': ['portal:Networks of API keys', 'messages:networksChange.keys'],
  'whoever runs the platform': ['portal:Whoever runs the platform', 'messages:networksChange.operator'],
}

/** A thing that has one word: where the others speak of it, they have a word of the first, in whatever form. */
export const words: Readonly<Record<string, readonly string[]>> = {
  billing: ['portal:Billing', 'messages:page.billing.text'],
  payment: ['portal:Payment', 'portal:Set up payment', 'messages:page.billing.title'],
  'set-up': ['portal:Set-up', 'portal:Submit the set-up', 'portal:Skip or reopen a set-up step'],
  calendar: [
    'portal:Calendars',
    'portal:Connect a calendar',
    'messages:page.calendar.connected.heading',
    'messages:page.calendar.back',
    'messages:integrationProblem.intro',
  ],
  connect: [
    'portal:Connect',
    'portal:Connect a calendar',
    'portal:Connected',
    'messages:page.caldav.button',
    'messages:page.caldav.title',
    'messages:integrationProblem.action',
  ],
  disconnect: ['portal:Disconnect', 'portal:Disconnected', 'portal:Disconnect a calendar'],
  'sign in': ['portal:Sign in', 'portal:Sign in with a passkey', 'demo:Sign in to the portal'],
  'sign out': ['portal:Sign out', 'portal:Sign out everywhere', 'messages:passkeyRemoved.intro'],
  passkey: ['portal:Passkeys', 'portal:Add a passkey', 'messages:passkeyChange.subject', 'messages:passkeyAdded.intro'],
  'API key': ['portal:API keys', 'portal:New API key', 'messages:page.calendar.staff_only.text'],
  reminder: ['portal:Reminder', 'portal:Reminders', 'recipient:Reminders'],
  appointment: [
    'portal:Appointment',
    'recipient:Your appointment',
    'demo:Make the appointment',
    'messages:email.intro.confirmation',
  ],
  organization: ['portal:Organization', 'portal:Your organization'],
  person: ['portal:Person', 'portal:Message to the person', 'messages:suggestionApproved.somebody'],
  request: ['portal:Requests', 'portal:Answer the request', 'portal:No open requests', 'recipient:Withdraw my request'],
  'ask to cancel': ['recipient:Ask to cancel', 'portal:Ask to cancel'],
  confirm: ['ui:Confirm', 'messages:email.actionConfirm'],
  confirmed: ['ui:Confirmed', 'portal:Confirmed', 'recipient:Confirmed'],
  skip: ['portal:Skipped:', 'portal:Skipped (a step of the set-up)', 'portal:Skip or reopen a set-up step'],
  link: [
    'recipient:This link no longer works',
    'messages:page.unsubscribe.brokenHeading',
    'messages:page.calendar.not_open.text',
  ],
  portal: ['demo:The portal', 'portal:Language of the portal'],
  'test environment': ['portal:Test environment', 'demo:Test environment: no real messages are sent'],
  voice: ['portal:Voice', 'ui:Voice is not set up here.'],
}

/** A text that names a menu item, page or button, and which: it stands there letter for letter. */
export const quotations: readonly { readonly text: string; readonly names: string }[] = [
  { text: 'messages:page.billing.text', names: 'portal:Billing' },
  { text: 'messages:passkeyChange.warning', names: 'portal:Sign out everywhere' },
  { text: 'messages:newBrowser.warning', names: 'portal:Sign out everywhere' },
  { text: 'messages:networksChange.warning', names: 'portal:Sign out everywhere' },
  { text: 'messages:networksChange.warning', names: 'portal:Networks' },
  {
    text: 'portal:This passkey is not known here. Sign in with a code, and add the passkey under Passkeys in your account.',
    names: 'portal:Passkeys',
  },
]

/** Texts of different meaning that no language may say alike. */
export const distinctions: readonly { readonly these: readonly string[]; readonly those: readonly string[] }[] = [
  {
    these: ['portal:You are signed out', 'ui:You are signed out.'],
    those: ['messages:page.unsubscribe.doneHeading', 'messages:page.unsubscribe.title'],
  },
  {
    these: ['portal:Sign out', 'recipient:Sign out'],
    those: ['messages:page.unsubscribe.button', 'portal:Cancel the appointment', 'portal:Disconnect'],
  },
  {
    these: ['messages:page.unsubscribe.button'],
    those: ['portal:Cancel the appointment', 'recipient:Ask to cancel'],
  },
  {
    these: ['portal:Refused', 'portal:Declined', 'recipient:You declined'],
    those: ['portal:Skipped:', 'portal:Skipped (a step of the set-up)'],
  },
  { these: ['portal:Cancel (stop what I am doing)'], those: ['portal:Cancel the appointment', 'portal:Revoke'] },
  { these: ['portal:Revoke'], those: ['portal:Cancel the appointment', 'portal:Remove', 'portal:Disconnect'] },
  { these: ['recipient:I have no transport'], those: ['recipient:I can’t come'] },
  { these: ['portal:Waiting for confirmation'], those: ['portal:Confirm', 'portal:Confirmed'] },
  { these: ['portal:Attended'], those: ['portal:Did not attend', 'portal:Arrived'] },
  { these: ['portal:Cancelled'], those: ['portal:Declined', 'portal:Refused'] },
]
