import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, ExpectedVersion, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { missingData } from './missing-data.ts'
import { HolderOnboarding, onboardingExample } from './onboarding-view.ts'
import { viewOnboarding } from './read-facts.ts'
import { lockOnboarding, writeSubmission } from './store.ts'

export const submitHolderOnboarding = operation({
  operationId: 'submitHolderOnboarding',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/onboarding/submission',
  tag: 'Onboarding',
  summary: 'Submit the onboarding for review',
  description:
    'Records the submission for the operator, who activates the organization or returns it with a message; this call activates nothing. Missing required steps give 409, listed in `details`.',
  role: 'platform_holder_user',
  scope: 'onboarding:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'onboarding' },
  target: { readBy: 'getHolderOnboarding', shows: [], becomes: { status: 'pending_review' } },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId, expectedVersion: ExpectedVersion }),
  success: [202],
  data: HolderOnboarding,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11', expectedVersion: 2 },
    data: {
      ...onboardingExample,
      status: 'pending_review',
      version: 3,
      currentStep: 'integration',
      steps: onboardingExample.steps.map((step) =>
        step.stepId === 'contacts' ? { ...step, status: 'done' as const, missingFields: [] } : step,
      ),
      submittedAt: onboardingExample.updatedAt,
    },
  },
}).handle(async (ctx, { body }) => {
  const current = await lockOnboarding(ctx.tx)
  if (current.version !== body.expectedVersion) throw versionConflict(current.version)
  if (current.status !== 'in_progress')
    throw new AppError('STATE_CONFLICT', { message: 'The onboarding was already submitted.' })
  const details = missingData(await viewOnboarding(ctx, current))
  if (details.length > 0)
    throw new AppError('STATE_CONFLICT', {
      message: 'Required steps are not done yet. Complete those in details.',
      details,
    })
  return viewOnboarding(ctx, await writeSubmission(ctx.tx))
})
