import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { componentNames } from '#web/ui/appointment/layout.ts'
import { profileFields as profileForm } from '../../account/profile/profile-fields.ts'
import { textFacts } from '../../appointments/form/text-facts.ts'
import type { Onboarding } from '../../welcome/wizard-steps.ts'

/** What a value of a proposal is called, and how it is shown. */
export type ProposalField = {
  readonly name: MessageDescriptor
  /** As it stands where left out; yes and no, and lists, show by themselves. */
  readonly as?: 'instant' | 'language' | 'country' | 'zone' | 'before' | 'texts' | 'plan' | 'type' | 'location'
  /** The names of its values. */
  readonly values?: Names
  /** What it means that there is none. */
  readonly none?: MessageDescriptor
}

export type Names<Value extends string = string> = Readonly<Record<Value, MessageDescriptor>>
export type ProposalFields = Readonly<Record<string, ProposalField>>

export const stepNames: Names<Onboarding['steps'][number]['stepId']> = {
  company: msg`Your organization`,
  profile: msg`Profile`,
  contacts: msg`Contacts`,
  language_timezone: msg`Language and time zone`,
  scheduling_setup: msg`Locations`,
  appointment_types: msg`First appointment type`,
  payment: msg`Payment`,
  integration: msg`Calendar`,
  test_message: msg`See a reminder`,
}

export const stepStates: Names<Onboarding['steps'][number]['status']> = {
  open: msg({ message: 'Open', context: 'a step of the set-up' }),
  done: msg`Done`,
  blocked: msg`Waiting for another step`,
  skipped: msg({ message: 'Skipped', context: 'a step of the set-up' }),
}

export const onboardingStates: Names<Onboarding['status']> = {
  not_started: msg({ message: 'Not started', context: 'the set-up' }),
  in_progress: msg`In progress`,
  pending_review: msg`Submitted`,
  completed: msg`Done`,
}

const channels = { sms: msg`Text message`, email: msg`E-mail` }

export const appointmentFields: ProposalFields = {
  startsAt: { name: msg({ message: 'Start', context: 'of an appointment' }), as: 'instant' },
  endsAt: { name: msg`End`, as: 'instant' },
  appointmentTypeId: { name: msg`Appointment type`, as: 'type' },
  organizationId: { name: msg`Part of the organization` },
  locationId: { name: msg`Location`, as: 'location' },
  ...textFacts,
  timezone: { name: msg`Time zone`, as: 'zone' },
  'recipient.displayName': { name: msg({ message: 'Name', context: 'of a person' }) },
  'recipient.email': { name: msg`E-mail address` },
  'recipient.phoneNumberE164': { name: msg`Mobile number` },
  'recipient.locale': { name: msg`Language of the messages`, as: 'language', none: msg`The organization’s language` },
}

export const typeFields: ProposalFields = {
  name: { name: msg`Name`, as: 'texts' },
  status: {
    name: msg`Status`,
    values: {
      active: msg`In use`,
      archived: msg({ message: 'Archived', context: 'an appointment type' }),
    },
  },
  smsSafe: { name: msg`The name may be used in messages` },
  durationMinutes: { name: msg`Minutes` },
  locationIds: { name: msg`Locations`, as: 'location', none: msg`All` },
  reminderPlan: { name: msg`Reminders`, as: 'plan', none: msg`Same as for all appointments` },
  'reminderPlan.steps': { name: msg`Reminder schedule`, none: msg`Nobody is reminded.` },
  'reminderPlan.steps.#': { name: msg`Reminder` },
  'reminderPlan.steps.#.offset': { name: msg`When`, as: 'before' },
  'reminderPlan.steps.#.kind': {
    name: msg`Purpose`,
    values: { confirm_prompt: msg`Asks to confirm`, reminder: msg`Reminds` },
  },
  'reminderPlan.steps.#.channel': {
    name: msg`Channel`,
    values: { preferred: msg`As the person prefers`, ...channels },
  },
  'reminderPlan.steps.#.fallback': { name: msg`If that fails`, values: { none: msg`Nothing more`, ...channels } },
  skipIfConfirmed: { name: msg`Stop after confirming` },
  recipientActions: { name: msg`What people may do` },
  'recipientActions.confirm': { name: msg`Confirm` },
  'recipientActions.cancelRequest': { name: msg`Ask to cancel` },
  'recipientActions.rescheduleRequest': { name: msg`Ask for another time` },
  'recipientActions.deadline': { name: msg({ message: 'Until', context: 'how long before' }), as: 'before' },
  instructions: { name: msg`Instructions`, as: 'texts' },
  layoutId: { name: msg`Which layout` },
  color: { name: msg`Colour` },
  dryRun: { name: msg`Only try it out` },
}

export const layoutFields: ProposalFields = {
  surface: {
    name: msg`Which layout`,
    values: { appointment_list: msg`List of appointments`, appointment_detail: msg`One appointment` },
  },
  schemaVersion: { name: msg`Version of the format` },
  components: { name: msg`Components` },
  'components.#': { name: msg({ message: 'Component', context: 'part of a screen' }) },
  'components.#.componentId': { name: msg`Id` },
  'components.#.type': {
    name: msg({ message: 'Kind', context: 'of a request, or of a part of a screen' }),
    values: componentNames,
  },
  'components.#.position': { name: msg({ message: 'Position', context: 'in the order on a screen' }) },
  'components.#.visible': { name: msg`Shown` },
  'components.#.width': { name: msg`Width`, values: { full: msg`The whole line`, half: msg`Half a line` } },
  'components.#.options': { name: msg`Options` },
  'components.#.options.showLabel': { name: msg`With a heading above it` },
  'components.#.options.showEndTime': { name: msg`With the time it ends` },
  'components.#.options.maxLines': { name: msg`Lines` },
}

const branches: Names = {
  '': msg`Not chosen`,
  Zorg: msg`Healthcare`,
  Ziekenhuizen: msg`Hospitals`,
  'Zakelijke dienstverlening': msg`Business services`,
  Horeca: msg`Hospitality`,
}

export const profileFields: ProposalFields = Object.fromEntries(
  Object.entries(profileForm).map(([path, { label, kind }]) => [path, { name: label, ...shownAs(kind) }]),
)

function shownAs(kind: (typeof profileForm)[keyof typeof profileForm]['kind']): Partial<ProposalField> {
  if (kind === 'locale') return { as: 'language' }
  if (kind === 'timezone') return { as: 'zone' }
  if (kind === 'country') return { as: 'country' }
  return kind === 'branch' ? { values: branches } : {}
}

/** The field at a path such as `components.2.visible`; of a text per language, that of the text. */
export function fieldAt(fields: ProposalFields, path: string): ProposalField | undefined {
  const key = path.replaceAll(/(?<=\.)\d+(?=\.|$)/g, '#')
  const owner = fields[key.slice(0, key.lastIndexOf('.'))]
  return fields[key] ?? (owner?.as === 'texts' ? owner : undefined)
}
