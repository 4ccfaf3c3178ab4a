import type { HolderProfile } from '#/slices/holders/holders.ts'

/** Every step in the order a person takes them; the last three are optional. */
export const stepIds = [
  'company',
  'profile',
  'contacts',
  'language_timezone',
  'scheduling_setup',
  'appointment_types',
  'payment',
  'integration',
  'test_message',
] as const
export type StepId = (typeof stepIds)[number]

export type Step = {
  readonly stepId: StepId
  readonly status: 'open' | 'done' | 'blocked' | 'skipped'
  readonly required: boolean
  /** What is still missing for it to be done. */
  readonly missingFields: readonly string[]
  readonly updatedAt: Temporal.Instant | null
}

/** What is stored about a holder, from which its steps follow. A null instant means that there is none. */
export type OnboardingFacts = {
  readonly profile: HolderProfile
  readonly profileChangedAt: Temporal.Instant
  /** The newest change of an active appointment type of its own. */
  readonly appointmentTypeAt: Temporal.Instant | null
  readonly payment: { readonly isActive: boolean; readonly updatedAt: Temporal.Instant | null }
  /** When the latest calendar that is connected was. */
  readonly calendarConnectedAt: Temporal.Instant | null
  /** When a reminder was handed over for the first time. */
  readonly messageAt: Temporal.Instant | null
}

const optionalSteps: ReadonlySet<StepId> = new Set(['payment', 'integration', 'test_message'])

export function isRequired(stepId: StepId): boolean {
  return !optionalSteps.has(stepId)
}

/**
 * The steps as the stored data has them. Nobody can tick one off: a step is done when its data is there, whoever skipped
 * it before.
 */
export function computeSteps(facts: OnboardingFacts, skipped: Readonly<Record<string, string>>): Step[] {
  return stepIds.map((stepId) => {
    const { missingFields, updatedAt, isBlocked = false } = stepFacts[stepId](facts)
    const skippedAt = isRequired(stepId) ? undefined : skipped[stepId]
    const isDone = missingFields.length === 0
    const status = isDone ? 'done' : skippedAt ? 'skipped' : isBlocked ? 'blocked' : 'open'
    return {
      stepId,
      status,
      required: isRequired(stepId),
      missingFields,
      updatedAt: status === 'skipped' && skippedAt ? Temporal.Instant.from(skippedAt) : updatedAt,
    }
  })
}

type StepFacts = {
  readonly missingFields: readonly string[]
  readonly updatedAt: Temporal.Instant | null
  readonly isBlocked?: boolean
}

const stepFacts: Readonly<Record<StepId, (facts: OnboardingFacts) => StepFacts>> = {
  company: (facts) =>
    fields(facts, [
      'legalName',
      'registrationCountryCode',
      'registrationNumber',
      'headquartersAddressLine1',
      'headquartersPostalCode',
      'headquartersPlace',
      'headquartersCountryCode',
    ]),
  profile: (facts) => fields(facts, ['displayName', 'branch']),
  contacts: (facts) =>
    fields(facts, ['generalContactName', 'communicationInboxEmail', 'financialContactName', 'billingEmail']),
  language_timezone: (facts) => fields(facts, ['defaultLocale', 'defaultTimezone']),
  // An empty inventory says that there are none; only one that was never given is missing.
  scheduling_setup: (facts) => fields(facts, ['schedulingSetup']),
  appointment_types: ({ appointmentTypeAt }) => since(appointmentTypeAt, 'appointmentType'),
  payment: ({ payment }) => ({
    missingFields: payment.isActive ? [] : ['paymentMethod'],
    updatedAt: payment.updatedAt,
  }),
  integration: ({ calendarConnectedAt }) => since(calendarConnectedAt, 'calendarConnection'),
  // Nothing is sent for a holder that is not active, so until then there is nothing a person could do.
  test_message: ({ messageAt, profile }) => ({
    ...since(messageAt, 'handedOverReminder'),
    isBlocked: profile.status !== 'active',
  }),
}

function fields({ profile, profileChangedAt }: OnboardingFacts, names: readonly (keyof HolderProfile)[]): StepFacts {
  const missingFields = names.filter((name) => profile[name] === null || String(profile[name]).trim() === '')
  return { missingFields, updatedAt: profileChangedAt }
}

function since(instant: Temporal.Instant | null, what: string): StepFacts {
  return { missingFields: instant === null ? [what] : [], updatedAt: instant }
}
