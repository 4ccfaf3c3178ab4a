import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { HolderOnboarding, onboardingExample } from './onboarding-view.ts'
import { viewOnboarding } from './read-facts.ts'
import { findOnboarding } from './store.ts'

export const getHolderOnboarding = operation({
  operationId: 'getHolderOnboarding',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/onboarding',
  tag: 'Onboarding',
  summary: 'Read the onboarding of your organization',
  description: 'Which steps are done, which are open and which fields each still lacks.',
  role: 'platform_holder_user',
  scope: 'onboarding:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'onboarding' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: HolderOnboarding,
  errors: [],
  example: { params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' }, data: onboardingExample },
}).handle(async (ctx) => viewOnboarding(ctx, await findOnboarding(ctx.tx)))
