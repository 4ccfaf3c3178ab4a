import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { getPolicy } from './policy-store.ts'
import { policyExample, PolicyView, toStoredPolicyView } from './reminder-policy-view.ts'

export const policyParams = strictObject({ platformHolderId: HolderPathId })
export const policyParamsExample = { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' }

export const getHolderReminderPolicy = operation({
  operationId: 'getHolderReminderPolicy',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/reminder-policy',
  tag: 'Reminders',
  summary: 'Read the reminder policy of your organization',
  description:
    'When reminders go by default, by which channel and when it must be quiet. A type with a reminder plan of its own goes before the steps here.',
  role: 'platform_holder_user',
  scope: 'reminders:read',
  auth: ['apiKey', 'browserSession'],
  params: policyParams,
  query: none,
  body: null,
  success: [200],
  data: PolicyView,
  errors: [],
  example: { params: policyParamsExample, data: policyExample },
}).handle(async (ctx) => toStoredPolicyView(await getPolicy(ctx.tx, ctx.platformHolderId)))
