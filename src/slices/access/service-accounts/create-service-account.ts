import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, HolderPathId, strictObject } from '#/kernel/schema.ts'
import {
  ServiceAccount,
  serviceAccountExample,
  ServiceAccountName,
  serviceAccountParamsExample,
  toServiceAccount,
} from './service-account.ts'
import { countActiveAccounts, getAccount, insertAccount } from './store.ts'

const accountsPerHolder = 100

export const createServiceAccount = operation({
  operationId: 'createServiceAccount',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/service-accounts',
  tag: 'Access',
  summary: 'Create a service account',
  description:
    'Only from a browser session. For a program that has to go on working whoever leaves: create its keys under the account. At most 100 accounts are active at a time.',
  role: 'platform_holder_user',
  scope: 'service-accounts:write',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId, name: ServiceAccountName }),
  success: [201],
  data: ServiceAccount,
  errors: ['BROWSER_SESSION_REQUIRED', 'STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: { platformHolderId: serviceAccountParamsExample.platformHolderId },
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e41', name: serviceAccountExample.name },
    data: { ...serviceAccountExample, lastUsedAt: null, activeKeys: 0, nextKeyEndsAt: null },
  },
}).handle(async (ctx, { body }) => {
  if ((await countActiveAccounts(ctx.tx)) >= accountsPerHolder)
    throw new AppError('STATE_CONFLICT', {
      message: `There are ${accountsPerHolder} service accounts. Archive one that is no longer used, then create this one.`,
    })
  const id = await insertAccount(ctx.tx, body.name.trim())
  ctx.touch(id)
  return toServiceAccount(await getAccount(ctx.tx, id))
})
