import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TrailEvent } from './audit-queries.ts'

/** What was done, of what is no more than its name otherwise. */
const changes: Readonly<Record<TrailEvent['change'], MessageDescriptor | null>> = {
  read: msg`Looked at`,
  create: msg({ message: 'Made', context: 'audit' }),
  update: msg({ message: 'Changed', context: 'audit' }),
  delete: msg`Removed or cancelled`,
  other: null,
}

const events: Readonly<Record<string, MessageDescriptor>> = {
  staffSignedIn: msg`Signed in`,
  staffSignedOut: msg`Signed out`,
  staffProved: msg`Proved who they are`,
}

/** In words; null where there are none, and the name of the action says it. */
export function changeText({ action, change }: TrailEvent): MessageDescriptor | null {
  return events[action] ?? changes[change]
}

/** Whether its own words say what it was about. */
export function isNamed(action: string): boolean {
  return action in events
}

/** By the first that fits; names that stand elsewhere in the portal. */
const kinds: readonly (readonly [RegExp, MessageDescriptor])[] = [
  [/AppointmentType/, msg`Appointment types`],
  [/AppointmentLayout/, msg`Layouts`],
  [/Reminder|Message|DeliveryReasons/, msg`Reminders`],
  [/HolderCall|CallOrder|AppointmentCall/, msg`Call list`],
  [/Batch/, msg`Closed, ill or late`],
  [/Networks/, msg`Networks`],
  [/RecipientRequest/, msg`Requests`],
  [/Repl|TestInbox|TestMessage|inboundSms/, msg`Replies`],
  [/AppointmentIntake|Appointment|SavedView/, msg`Appointments`],
  [/Person|People|DeletionRequest|^recipient|LinkProposal|OptOut|OptIn/, msg({ message: 'People', context: 'audit' })],
  [/LinkRules/, msg`Linking people`],
  [/Webhook|Event$/, msg`Webhooks`],
  [/ServiceAccount|ApiKey/, msg`API keys`],
  [/RequestLog/, msg`API calls`],
  [/ntegration|Calendar/, msg`Calendars`],
  [/Billing|Payment|payment/, msg`Billing`],
  [/Voice/, msg`Voice`],
  [/Profile|Location|InterfaceLocale|Onboarding|Compan/, msg`Profile`],
  [/Audit/, msg`Audit`],
  [/HolderStaff|staffInv|staffDeactivated/, msg`Staff`],
  [/[sS]taff|Session|Passkey/, msg`Sign-in`],
]

/** What kind of thing it was about; null for what has none. */
export function kindText(action: string): MessageDescriptor | null {
  return kinds.find(([form]) => form.test(action))?.[1] ?? null
}

/** Who did it, of those who are no staff. */
export const actorText: Readonly<Record<TrailEvent['actor']['kind'], MessageDescriptor>> = {
  staff: msg`Somebody who left`,
  recipient: msg({ message: 'The person themselves', context: 'audit' }),
  operator: msg`Whoever runs the platform`,
  system: msg`Tijdig by itself`,
  provider: msg`A provider`,
  anonymous: msg`Unknown`,
}
