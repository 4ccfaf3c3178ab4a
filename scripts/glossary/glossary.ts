// One glossary for the messages of the server and the web apps. A text is named by its catalogue and its key, in the web
// its English: `messages:page.billing.text`, `portal:Billing`, `portal:Cancel (stop what I am doing)` with its context.
// What a term is in a language is what that language's catalogues say there; `npm run -s texts glossary LOCALE` shows it.

/** A thing that has one name: its texts are the same in each language, but for capitals and a full stop. */
export const names: Readonly<Record<string, readonly string[]>> = {
  'sign in': ['portal:Sign in', 'recipient:Sign in'],
  'sign out': ['portal:Sign out', 'recipient:Sign out'],
  reminders: ['portal:Reminders', 'recipient:Reminders', 'messages:proposal.field.reminderPlan'],
  appointment: [
    'ui:Appointment',
    'portal:Appointment',
    'messages:email.labelTitle',
    'messages:proposal.value.type.title',
  ],
  'appointment type': ['portal:Appointment type', 'messages:proposal.field.appointmentTypeId'],
  'appointment with': ['ui:Appointment with', 'messages:proposal.value.type.provider'],
  place: [
    'ui:Place',
    'portal:Place',
    'messages:email.labelPlace',
    'messages:proposal.field.locationLabel',
    'messages:proposal.value.type.location',
  ],
  location: ['portal:Location', 'messages:proposal.field.locationId', 'messages:proposal.field.locations'],
  locations: ['portal:Locations', 'messages:proposal.field.locationIds'],
  'message to the person': ['portal:Message to the person', 'messages:proposal.field.message'],
  'what people may do': ['portal:What people may do', 'messages:proposal.field.recipientActions'],
  'at the person’s request': ['portal:At the person’s request', 'messages:proposal.value.reasonCode.recipient'],
  'as the person prefers': ['portal:As the person prefers', 'messages:proposal.value.channel.preferred'],
  'I can’t come': ['ui:I can’t come', 'recipient:I can’t come'],
  confirmed: ['ui:Confirmed', 'recipient:Confirmed'],
  cancelled: ['ui:Cancelled', 'recipient:Cancelled'],
  past: ['ui:Past', 'recipient:Past'],
  'hours without messages': ['portal:Hours without messages', 'recipient:Hours without messages'],
  'no messages at certain hours': ['portal:No messages at certain hours', 'recipient:No messages at certain hours'],
  channel: ['portal:Channel', 'messages:proposal.field.channel'],
  'text message': ['portal:Text message', 'recipient:Text message', 'messages:proposal.value.channel.sms'],
  language: ['ui:Language', 'portal:Language', 'recipient:Language', 'messages:proposal.field.locale'],
  'time zone': ['portal:Time zone', 'messages:proposal.field.timezone'],
  'contact person for payments': ['portal:Contact person for payments', 'messages:proposal.field.financialContactName'],
  'telephone number for payments': [
    'portal:Telephone number for payments',
    'messages:proposal.field.financialContactPhoneNumber',
  ],
  'list of appointments': ['portal:List of appointments', 'messages:proposal.value.surface.appointment_list'],
  'one appointment': ['portal:One appointment', 'messages:proposal.value.surface.appointment_detail'],
}

/** A thing that has one word: where the others speak of it, they have a word of the first, in whatever form. */
export const words: Readonly<Record<string, readonly string[]>> = {
  billing: ['portal:Billing', 'messages:page.billing.text'],
  payment: [
    'portal:Payment',
    'portal:Set up payment',
    'messages:page.billing.title',
    'messages:proposal.value.stepId.payment',
  ],
  'set-up': [
    'portal:Set-up',
    'portal:Submit the set-up',
    'messages:proposal.title.submitHolderOnboarding',
    'messages:proposal.title.updateHolderOnboardingStep',
  ],
  calendar: [
    'portal:Calendars',
    'portal:Connect a calendar',
    'messages:page.calendar.connected.heading',
    'messages:page.calendar.back',
    'messages:integrationProblem.intro',
    'messages:proposal.field.calendars',
  ],
  connect: [
    'portal:Connect',
    'portal:Connect a calendar',
    'portal:Connected',
    'messages:page.caldav.button',
    'messages:page.caldav.title',
    'messages:integrationProblem.action',
    'messages:proposal.title.startHolderCalendarAuthorization',
    'messages:proposal.value.status.connected',
  ],
  disconnect: [
    'portal:Disconnect',
    'messages:proposal.title.disconnectHolderIntegration',
    'messages:proposal.value.status.disconnected',
  ],
  'sign in': ['portal:Sign in', 'portal:Sign in with a passkey', 'demo:Sign in to the portal'],
  'sign out': ['portal:Sign out', 'portal:Sign out everywhere', 'messages:passkeyRemoved.intro'],
  passkey: ['portal:Passkeys', 'portal:Add a passkey', 'messages:passkeyChange.subject', 'messages:passkeyAdded.intro'],
  'API key': ['portal:API keys', 'portal:New API key', 'messages:page.calendar.staff_only.text'],
  reminder: ['portal:Reminder', 'portal:Reminders', 'recipient:Reminders', 'messages:proposal.value.kind.reminder'],
  appointment: [
    'portal:Appointment',
    'recipient:Your appointment',
    'demo:Make the appointment',
    'messages:email.intro.confirmation',
  ],
  organization: ['portal:Organization', 'portal:Your organization', 'messages:proposal.title.updateHolderProfile'],
  person: ['messages:proposal.field.recipient', 'portal:Message to the person', 'messages:suggestionApproved.somebody'],
  request: [
    'portal:Requests',
    'portal:Answer the request',
    'portal:No open requests',
    'recipient:Withdraw my request',
    'messages:proposal.title.reviewHolderRecipientRequest',
  ],
  'ask to cancel': ['recipient:Ask to cancel', 'portal:Ask to cancel', 'messages:proposal.field.cancelRequest'],
  confirm: ['ui:Confirm', 'messages:email.actionConfirm'],
  confirmed: ['ui:Confirmed', 'portal:Confirmed', 'recipient:Confirmed'],
  skip: [
    'portal:Skipped:',
    'messages:proposal.value.status.skipped',
    'messages:proposal.title.updateHolderOnboardingStep',
  ],
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
    those: [
      'messages:page.unsubscribe.button',
      'messages:proposal.value.type.cancel',
      'portal:Cancel the appointment',
      'portal:Disconnect',
    ],
  },
  {
    these: ['messages:page.unsubscribe.button'],
    those: ['messages:proposal.value.type.cancel', 'portal:Cancel the appointment', 'recipient:Ask to cancel'],
  },
  {
    these: ['portal:Refused', 'portal:Declined', 'recipient:You declined'],
    those: ['portal:Skipped:', 'messages:proposal.value.status.skipped'],
  },
  { these: ['portal:Cancel (stop what I am doing)'], those: ['portal:Cancel the appointment', 'portal:Revoke'] },
  { these: ['portal:Revoke'], those: ['portal:Cancel the appointment', 'portal:Remove', 'portal:Disconnect'] },
  { these: ['recipient:I have no transport'], those: ['recipient:I can’t come'] },
  { these: ['portal:Waiting for confirmation'], those: ['portal:Confirm', 'portal:Confirmed'] },
  { these: ['portal:Attended'], those: ['portal:Did not attend', 'portal:Arrived'] },
  { these: ['portal:Cancelled'], those: ['portal:Declined', 'portal:Refused'] },
]
