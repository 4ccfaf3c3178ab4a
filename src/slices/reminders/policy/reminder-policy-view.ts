import { Type } from 'typebox'
import { invalid, type Fault } from '#/kernel/errors.ts'
import {
  described,
  formatInstant,
  Identifier,
  nullable,
  oneOf,
  strictObject,
  TimeOfDay,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import type { ReminderPolicy } from '#/slices/reminders/words/policy.ts'
import type { PolicyRow } from './policy-store.ts'
import { validatePolicy } from './validate-policy.ts'

const Step = strictObject(
  {
    offset: Type.String({
      maxLength: 40,
      description: 'ISO 8601 duration before the start, P30D to PT1H. Days keep the wall clock, hours are exact.',
      examples: ['P1D'],
    }),
    channel: oneOf(['preferred', 'sms', 'email'], {
      description: "The recipient's preferred channel, or always this one.",
    }),
    fallback: oneOf(['none', 'sms', 'email'], {
      description: 'Channel tried once if the first one definitely fails.',
    }),
    kind: oneOf(['reminder', 'confirm_prompt'], { description: 'Whether it only reminds or also asks to confirm.' }),
  },
  { title: 'ReminderStep' },
)

const QuietHours = strictObject(
  {
    from: described(TimeOfDay, 'From this time of day.'),
    to: described(TimeOfDay, 'Until this time of day; earlier than `from` means the next day.'),
    days: nullable(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'ISO weekdays (1 = Monday) on which the window begins; null for every day.',
      }),
    ),
  },
  {
    title: 'QuietHours',
    description: 'From `from` up to, but not at, `to`, in the time zone of the appointment. Null for none.',
  },
)

const SmsSender = strictObject(
  {
    mode: oneOf(['alphanumeric', 'numeric'], {
      description: 'Whether text messages come from a name or from a number.',
    }),
    value: Type.String({
      minLength: 1,
      maxLength: 16,
      description: 'At most 11 letters, digits and spaces, or an E.164 number that no other organization sends from.',
      examples: ['De Linde'],
    }),
    canReceive: Type.Boolean({ description: 'Only a number can receive replies.' }),
  },
  { title: 'SmsSender', description: 'The sender of text messages.' },
)

/** Planned moments before the start, of a policy or of an appointment type. */
export const reminderSteps = Type.Array(Step, {
  title: 'ReminderSteps',
  maxItems: 5,
  description: 'The complete list; offsets are unique.',
})

export const Replanned = strictObject(
  {
    appointments: Type.Integer({ minimum: 0, description: 'Future appointments with at least one changed reminder.' }),
    reminders: Type.Integer({ minimum: 0, description: 'Reminders added to the plan, changed in it or cancelled.' }),
  },
  { title: 'Replanned', description: 'Effect of the change on unsent reminders.' },
)

/** The fields staff may change. */
const writablePolicy = {
  steps: reminderSteps,
  minLeadMinutes: Type.Integer({
    minimum: 0,
    maximum: 1440,
    description: 'Reminders are not sent closer to the start than this; notices of a change or cancellation are.',
  }),
  quietHours: nullable(QuietHours),
  shortNotice: Type.Boolean({
    description:
      'Whether to send one reminder ten minutes after registration if the times of all steps have passed; also after a move or a policy change with that effect, to recipients who had no message yet.',
  }),
  sendChangeNotice: Type.Boolean({
    description: 'Whether to notify recipients who were told another time or place.',
  }),
  sendCancellationNotice: Type.Boolean({
    description: 'Whether to notify recipients of a cancellation if they were told of the appointment.',
  }),
  sendRegistrationNotice: Type.Boolean({ description: 'Whether to send a message when an appointment is registered.' }),
  groupSameDay: Type.Boolean({
    description: 'Whether reminders to one recipient for the same day, due within 30 minutes, are sent as one message.',
  }),
  groupSameTelephone: Type.Boolean({
    description:
      'Whether reminders to everybody who shares a telephone, for the same day and due within 30 minutes, are sent as one message with the number of appointments and their times, without names. A yes to it confirms all of them.',
  }),
  smsSender: SmsSender,
  smsAlphabet: oneOf(['natural', 'plain_latin'], {
    description:
      'Whether text messages keep accents. `plain_latin` drops them, also in names, in languages often written without: "Çarşı" is sent as "Carsi", and more fits in one message.',
  }),
  intakeDefaultTypeId: nullable(
    described(Identifier, 'The type that appointments from source systems get; null for none.'),
  ),
  replyMail: oneOf(['each', 'daily', 'none'], {
    description:
      'How your communication inbox hears of replies that a person has to read: a mail for `each`, one mail a day while some are open (`daily`), or `none`. All are in the list of replies.',
  }),
  callsPerDay: Type.Integer({
    minimum: 0,
    maximum: 200,
    description:
      'How many people who did not answer are listed to be called a day (listHolderCalls); those whom no message reached come beside them.',
  }),
}

/** The optional form of the same fields, for changes and drafts. */
export const policyChanges = {
  steps: Type.Optional(writablePolicy.steps),
  minLeadMinutes: Type.Optional(writablePolicy.minLeadMinutes),
  quietHours: Type.Optional(writablePolicy.quietHours),
  shortNotice: Type.Optional(writablePolicy.shortNotice),
  sendChangeNotice: Type.Optional(writablePolicy.sendChangeNotice),
  sendCancellationNotice: Type.Optional(writablePolicy.sendCancellationNotice),
  sendRegistrationNotice: Type.Optional(writablePolicy.sendRegistrationNotice),
  groupSameDay: Type.Optional(writablePolicy.groupSameDay),
  groupSameTelephone: Type.Optional(writablePolicy.groupSameTelephone),
  smsSender: Type.Optional(writablePolicy.smsSender),
  smsAlphabet: Type.Optional(writablePolicy.smsAlphabet),
  intakeDefaultTypeId: Type.Optional(writablePolicy.intakeDefaultTypeId),
  replyMail: Type.Optional(writablePolicy.replyMail),
  callsPerDay: Type.Optional(writablePolicy.callsPerDay),
}

/** The fields of the answer; operations add their own beside them. */
export const policyView = { version: Version, ...writablePolicy, updatedAt: UpdatedAt }

export const PolicyView = strictObject(policyView, { title: 'ReminderPolicy' })

/** @param updatedAt when the policy was last changed */
export function toPolicyView(policy: ReminderPolicy, updatedAt: Temporal.Instant) {
  const { quietHours } = policy
  return {
    ...policy,
    steps: policy.steps.map((step) => ({ ...step })),
    quietHours: quietHours && { ...quietHours, days: quietHours.days && [...quietHours.days] },
    smsSender: { ...policy.smsSender },
    updatedAt: formatInstant(updatedAt),
  }
}

/** The stored policy as it is answered. */
export function toStoredPolicyView(row: PolicyRow) {
  return toPolicyView(row, row.updatedAt)
}

/** Any of the writable fields, as a request gives them. */
export type PolicyChanges = Partial<Omit<ReminderPolicy, 'version'>>

/**
 * The policy with the given fields replaced, each as a whole.
 *
 * @param isKnownType whether `intakeDefaultTypeId`, when it is given, names a type that can be given to appointments
 * @param path where the fields stand in the body, such as `policy.`
 * @throws AppError VALIDATION_FAILED with every fault
 */
export function changedPolicy(
  policy: ReminderPolicy,
  changes: PolicyChanges,
  isKnownType: boolean,
  path = '',
): ReminderPolicy {
  const changed = { ...policy, ...changes }
  const faults: Fault[] = validatePolicy(changed).map((fault) => ({
    path: path + fault.path.replaceAll(/\[(\d+)\]/g, '.$1'),
    code: fault.code,
    message: fault.message,
  }))
  if ((changes.intakeDefaultTypeId ?? null) !== null && !isKnownType) {
    faults.push({
      path: `${path}intakeDefaultTypeId`,
      code: 'not_allowed',
      message: 'There is no such active appointment type.',
    })
  }
  if (faults.length > 0) throw invalid(...faults)
  return changed
}

export const policyExample = {
  version: 1,
  steps: [
    { offset: 'P3D', channel: 'preferred' as const, fallback: 'email' as const, kind: 'confirm_prompt' as const },
    { offset: 'P1D', channel: 'preferred' as const, fallback: 'email' as const, kind: 'reminder' as const },
  ],
  minLeadMinutes: 30,
  quietHours: { from: '21:00', to: '08:00', days: null },
  shortNotice: true,
  sendChangeNotice: true,
  sendCancellationNotice: true,
  sendRegistrationNotice: false,
  groupSameDay: false,
  groupSameTelephone: false,
  smsSender: { mode: 'alphanumeric' as const, value: 'De Linde', canReceive: false },
  smsAlphabet: 'natural' as const,
  intakeDefaultTypeId: null,
  replyMail: 'each' as const,
  callsPerDay: 15,
  updatedAt: '2026-11-20T09:00:00.000Z',
}
