import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation, type Fields } from '#/kernel/operation.ts'
import { described, ExpectedVersion, HolderPathId, Identifier, oneOf, strictObject } from '#/kernel/schema.ts'
import { HolderOnboarding, onboardingExample } from './onboarding-view.ts'
import { viewOnboarding } from './read-facts.ts'
import { isRequired, stepIds } from './steps.ts'
import { lockOnboarding, writeSkipped } from './store.ts'

export const updateHolderOnboardingStep = operation({
  operationId: 'updateHolderOnboardingStep',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/onboarding/steps/{stepId}',
  tag: 'Onboarding',
  summary: 'Skip or reopen an optional step',
  description:
    'Required steps cannot be skipped, and no step can be marked as done: it is done once its data is stored.',
  role: 'platform_holder_user',
  scope: 'onboarding:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'onboarding' },
  target: { readBy: 'getHolderOnboarding', part: stepOf, shows: ['stepId'] },
  params: strictObject({
    platformHolderId: HolderPathId,
    stepId: described(Identifier, 'Name of the step; only optional ones can be skipped.', 'payment'),
  }),
  query: none,
  body: strictObject({
    expectedVersion: ExpectedVersion,
    status: oneOf(['skipped', 'open'], { title: 'OnboardingStepChoice', description: 'Skip the step, or reopen it.' }),
  }),
  success: [200],
  data: HolderOnboarding,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', stepId: 'payment' },
    body: { expectedVersion: 1, status: 'skipped' },
    data: onboardingExample,
  },
}).handle(async (ctx, { params, body }) => {
  const stepId = stepIds.find((id) => id === params.stepId)
  if (!stepId) throw new AppError('NOT_FOUND')
  const current = await lockOnboarding(ctx.tx)
  if (current.version !== body.expectedVersion) throw versionConflict(current.version)
  if (current.status !== 'in_progress')
    throw new AppError('STATE_CONFLICT', {
      message: 'The onboarding was submitted: its steps can no longer be changed.',
    })
  if (isRequired(stepId))
    throw new AppError('STATE_CONFLICT', { message: 'This step is required and cannot be skipped.' })
  const isSkipped = body.status === 'skipped'
  if (isSkipped === Object.hasOwn(current.skipped, stepId)) return viewOnboarding(ctx, current)
  const written = await writeSkipped(ctx.tx, stepId, isSkipped)
  return viewOnboarding(ctx, written)
})

function stepOf({ version, steps }: Fields, input: Fields): Fields | undefined {
  const step = (steps as readonly Fields[]).find(({ stepId }) => stepId === input.stepId)
  return step && { version, ...step }
}
