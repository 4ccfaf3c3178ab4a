import { Type, type Static } from 'typebox'
import {
  described,
  formatInstant,
  formatInstantOrNull,
  Instant,
  nullable,
  oneOf,
  strictObject,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import { computeSteps, stepIds, type OnboardingFacts, type Step } from './steps.ts'
import type { OnboardingRow } from './store.ts'

const StepName = oneOf(stepIds, {
  title: 'OnboardingStepId',
  description: 'The step. The last three are optional.',
})

export const HolderOnboarding = strictObject(
  {
    status: oneOf(['not_started', 'in_progress', 'pending_review', 'completed'], {
      description: 'Overall status.',
    }),
    version: Version,
    currentStep: described(nullable(StepName), 'The first open step, or null.'),
    steps: Type.Array(
      strictObject({
        stepId: StepName,
        status: oneOf(['open', 'done', 'blocked', 'skipped'], {
          description: '`blocked` waits for something else, such as an active organization.',
        }),
        required: Type.Boolean({ description: 'Whether it must be done before you submit.' }),
        missingFields: Type.Array(Type.String({ maxLength: 80 }), {
          description: 'Fields still missing.',
          examples: [['billingEmail']],
        }),
        updatedAt: nullable(described(Instant, 'When its data last changed, or null.')),
      }),
      { description: 'All steps, in order.' },
    ),
    submittedAt: nullable(described(Instant, 'When it was submitted, or null.')),
    reviewMessage: nullable(
      Type.String({
        maxLength: 1_000,
        description: 'Why it was returned; null once it is submitted again.',
        examples: ['Het KvK-nummer klopt niet.'],
      }),
    ),
    updatedAt: UpdatedAt,
  },
  { title: 'HolderOnboarding' },
)
export type HolderOnboarding = Static<typeof HolderOnboarding>

/** The onboarding as staff see it. Without a row nothing was skipped or handed in yet. */
export function toOnboarding(
  row: OnboardingRow | null,
  facts: OnboardingFacts,
  holderCreatedAt: Temporal.Instant,
): HolderOnboarding {
  const steps = computeSteps(facts, row?.skipped ?? {})
  return {
    status: row?.status ?? (hasBegun(facts, holderCreatedAt) ? 'in_progress' : 'not_started'),
    version: row?.version ?? 1,
    currentStep: steps.find(({ status }) => status === 'open')?.stepId ?? null,
    steps: steps.map(toStepView),
    submittedAt: formatInstantOrNull(row?.submittedAt ?? null),
    reviewMessage: row?.reviewMessage ?? null,
    updatedAt: formatInstant(row?.updatedAt ?? holderCreatedAt),
  }
}

function toStepView({ missingFields, updatedAt, ...step }: Step): HolderOnboarding['steps'][number] {
  return { ...step, missingFields: [...missingFields], updatedAt: formatInstantOrNull(updatedAt) }
}

/** True when anything was done since the holder was created. */
function hasBegun(facts: OnboardingFacts, holderCreatedAt: Temporal.Instant): boolean {
  const { appointmentTypeAt, payment, calendarConnectedAt, messageAt } = facts
  return (
    !facts.profileChangedAt.equals(holderCreatedAt) ||
    payment.isActive ||
    [appointmentTypeAt, calendarConnectedAt, messageAt].some((instant) => instant !== null)
  )
}

const at = '2026-12-03T13:30:00.000Z'
const done = (stepId: (typeof stepIds)[number], required = true) => ({
  stepId,
  status: 'done' as const,
  required,
  missingFields: [],
  updatedAt: at,
})

export const onboardingExample: HolderOnboarding = {
  status: 'in_progress',
  version: 2,
  currentStep: 'contacts',
  steps: [
    done('company'),
    { stepId: 'contacts', status: 'open', required: true, missingFields: ['billingEmail'], updatedAt: at },
    { stepId: 'payment', status: 'skipped', required: false, missingFields: ['paymentMethod'], updatedAt: at },
    {
      stepId: 'test_message',
      status: 'blocked',
      required: false,
      missingFields: ['handedOverReminder'],
      updatedAt: null,
    },
  ],
  submittedAt: null,
  reviewMessage: null,
  updatedAt: at,
}
