/** What each section of the reference is about, in the order a newcomer reads them. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Access:
    'Your identity and API keys. Start with `GET /me`: it shows what your credential may do. API keys are created in a browser session only, and a secret is shown once.',
  'Request log':
    'The calls that came with an API key of your organization: what was asked, what was answered, and what was wrong with it. Find the `requestId` of an error here.',
  'Platform holder':
    'The profile of your organization and your interface language. Every message carries the display name of the profile; its language and time zone are the defaults for appointments.',
  'Company lookup':
    'Finds data for the profile in the register of Dutch companies. A look-up saves nothing: review the result and save it through the profile.',
  Onboarding:
    'The steps that prepare a new organization. A step is done once its data is stored; it cannot be ticked off. When all required steps are done, submit the onboarding; the operator then activates the organization.',
  Appointments:
    'Send appointments from your own system through the intake, which is safe to repeat, or create them here. Success means that the appointment and its reminders are stored; `delivery` shows whether messages arrived.',
  'Appointment types':
    "Name, duration, reminders and recipient actions of a kind of appointment. A type's own reminder plan replaces the steps of the reminder policy.",
  'Appointment layouts':
    'What the recipient app shows of an appointment, and in what order. Layouts never affect messages.',
  Reminders:
    "The reminder policy, the reminders of each appointment and the report. A reminder that was not sent always has a reason. Messages exist in 43 languages; the recipient's language is used, or else the organization's.",
  Replies:
    'Text messages that came back and that a person has to read: who wrote, about which appointments, who takes it, and the answer. A reply changes no appointment by itself.',
  'Audit trail':
    'Who did what with the data of your organization: staff, their programs, recipients and the platform. For whoever must answer who saw a person.',
  Batches:
    'What is done to many appointments at once when the day goes otherwise: the doctor is ill, the place is closed, it is late. A person sees first what it does and confirms it once, can undo it for two minutes, and reads at each appointment whether its person was told or has to be called.',
  Events:
    'What has happened to your appointments, their messages and requests, in order and without personal data: read it as a feed, or have it sent to your address. The webhooks of this document have what each type says.',
  Integrations:
    'Calendars from which appointments are read. To connect one, a person gives permission at the provider in a browser.',
  Webhooks:
    'Addresses of yours that are called when something becomes of an appointment, a reminder or a request. Calls are signed as Standard Webhooks says, come at least once and in no promised order, and are repeated for days until they are answered with 2xx. They have ids and states, and nothing about a person.',
  Billing:
    'Payment set-up at the payment provider. Only a report from the provider changes the status; a browser that returns from its page does not.',
  'Test organizations':
    'An organization that was made for tests sends nothing: what a provider would get comes into its inbox, where answers can be tried. It stays one for good, with its data.',
  'Voice control':
    'Conversations of staff with a voice agent. Reads run at once; every change is a proposal that takes effect only when a person confirms it on screen.',
  People:
    'The people you have appointments with, as your organization knows them: one person is the entries of one name and contact, those whose contact was corrected, and those linked to one sign-in. Nothing is known here of what they have at other organizations.',
  'People who wait':
    'People who signed in with a number that an entry of yours has, and wait until staff link them to it. Only a link, made by a person who knows who it is, shows somebody their appointments.',
  Recipient:
    'Profile, preferences and data of the recipient. Paths carry no recipient id: the session or key identifies the recipient.',
  'Recipient appointments':
    'Appointments of the signed-in recipient at all organizations. Confirming is optional: an unconfirmed appointment stands.',
  'Recipient requests':
    'Requests of recipients to cancel or move an appointment. A request changes nothing until staff of the organization decide.',
  Suggestions:
    'Other times that an organization suggests to a recipient. The organization is told of an acceptance, which neither creates nor moves an appointment.',
  'Deletion requests':
    'Requests of recipients to delete their data, made in the app or entered by an organization that got a letter. Authorized staff of the platform complete them within a month, outside this API.',
  'Recipient sign-in':
    'Signs recipients in with a code by text message, on a login server with its own origin. Its responses have no envelope. Send the access token to this API as a bearer token.',
}
