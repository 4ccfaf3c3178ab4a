/** What each section of the reference is about, in the order a newcomer reads them. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Access:
    'Who a credential belongs to, and the API keys of that person. Begin with `GET /me`: it says what your key may do. A key is made in a browser session only, and its secret is shown once.',
  'Platform holder':
    'The profile of your organization and the language you work in. The profile is what people see: its display name stands in every message, and its language and time zone are those of appointments that say nothing else.',
  'Company lookup':
    'Fills the profile from the register of Dutch companies. Nothing is saved by a look-up: a person reviews what was found and saves what is right with the profile.',
  Onboarding:
    'How far a new organization is. A step is done when its data is there, so nobody ticks one off; once the required ones are done, hand it in, and a person of the platform activates the organization.',
  Appointments:
    'Appointments come from your own system through the intake, which is safe to repeat, or are made here. A success means that the appointment and its reminders are stored; whether a message arrived stands in `delivery`.',
  'Appointment types':
    'What a kind of appointment is called, how long it takes, how it is reminded of and what its recipient may do. A type with a reminder plan of its own goes before the reminder policy.',
  'Appointment layouts':
    'Which parts of an appointment the app of recipients shows, and in what order. A layout changes what is seen and never what is sent.',
  Reminders:
    'When reminders go, by which channel and when it must be quiet; what became of each; and the counts. A reminder that was not sent always has a reason. Messages are written in 43 languages: that of the recipient, else of the organization.',
  Integrations:
    'Calendars from which appointments are read. Connecting one needs a person in a browser, who gives the permission at the provider.',
  Billing:
    "Sets payment up at the payment provider. Only what the provider says changes the status; that somebody's browser came back from its page does not.",
  'Voice control':
    'Conversations of staff with a voice agent. What it may read is read at once; every change is a proposal that changes nothing until a person confirms it on the screen.',
  Recipient:
    'The profile, the wishes and the data of the person who is reminded. No path holds a recipient id: the session or key says who it is.',
  'Recipient appointments':
    'Appointments of the person who is signed in, at all organizations. Confirming one is a signal: it stands without.',
  'Recipient requests':
    'Wishes of recipients to cancel or move an appointment. A request is recorded for the staff of the organization and changes nothing until they decide.',
  Suggestions:
    'Other times that an organization proposes to a recipient. Accepting one is recorded and told to the organization; it creates and moves no appointment.',
  'Deletion requests':
    'Requests of recipients to delete their data. Authorized staff complete them within a month, outside this API.',
  'Recipient sign-in':
    'Signs recipients in by a code in a text message, on a login server of its own origin. These answers have no envelope. The token is then sent to this API as a bearer token.',
}
