import { none, operation } from '#/kernel/operation.ts'
import {
  ServiceAccount,
  serviceAccountExample,
  serviceAccountParams,
  serviceAccountParamsExample,
  toServiceAccount,
} from './service-account.ts'
import { endAccount, getAccount, lockAccount } from './store.ts'

export const archiveServiceAccount = operation({
  operationId: 'archiveServiceAccount',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/service-accounts/{serviceAccountId}/archive',
  tag: 'Access',
  summary: 'Archive a service account',
  description:
    'Only from a browser session. Revokes all its keys at once and for good: look at `lastUsedAt` first. Repeating the call gives the same response.',
  role: 'platform_holder_user',
  scope: 'service-accounts:write',
  auth: ['browserSession'],
  isSensitive: true,
  params: serviceAccountParams,
  query: none,
  body: null,
  success: [200],
  data: ServiceAccount,
  errors: ['BROWSER_SESSION_REQUIRED'],
  example: {
    params: serviceAccountParamsExample,
    data: {
      ...serviceAccountExample,
      archivedAt: '2026-11-21T09:00:00.000Z',
      activeKeys: 0,
      nextKeyEndsAt: null,
    },
  },
}).handle(async (ctx, { params }) => {
  const { serviceAccountId } = params
  const status = await lockAccount(ctx.tx, serviceAccountId)
  const revoked = status === 'active' ? await endAccount(ctx.tx, serviceAccountId) : []
  ctx.touch(serviceAccountId, ...revoked)
  return toServiceAccount(await getAccount(ctx.tx, serviceAccountId))
})
