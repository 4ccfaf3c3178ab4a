import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { getBilling } from './account-store.ts'
import { billingExample, BillingStatusView, toBillingStatusView } from './billing-view.ts'

export const getHolderBillingStatus = operation({
  operationId: 'getHolderBillingStatus',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/billing/status',
  tag: 'Billing',
  summary: 'Read your billing status',
  description: 'Poll this after starting a set-up: only a report from the payment provider changes it.',
  role: 'platform_holder_user',
  scope: 'billing:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'onboarding' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: BillingStatusView,
  errors: [],
  example: { params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05' }, data: billingExample },
}).handle(async (ctx) => toBillingStatusView(await getBilling(ctx.tx)))
