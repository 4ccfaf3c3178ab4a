import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { strictObject } from '#/kernel/schema.ts'
import { toApiKey } from '#/slices/access/api-keys/api-key.ts'
import { issueApiKey } from '#/slices/access/api-keys/issue-api-key.ts'
import {
  checkAllowance,
  checkedExpiry,
  checkedScopes,
  CreatedKey,
  createdKeyExample,
  grantable,
  newKey,
} from '#/slices/access/api-keys/key-terms.ts'
import { serviceAccountParams, serviceAccountParamsExample } from './service-account.ts'
import { lockAccount } from './store.ts'

export const createServiceAccountKey = operation({
  operationId: 'createServiceAccountKey',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/service-accounts/{serviceAccountId}/keys',
  tag: 'Access',
  summary: 'Create a key of a service account',
  description:
    'Only from a browser session, and with scopes of your own only. The secret is shown once. To replace a key without a gap, create the next one while the old one still works, under the same name. At most 50 keys of an account work at a time.',
  role: 'platform_holder_user',
  scope: 'service-accounts:write',
  auth: ['browserSession'],
  isSensitive: true,
  params: serviceAccountParams,
  query: none,
  body: strictObject(newKey),
  success: [201],
  data: CreatedKey,
  errors: ['BROWSER_SESSION_REQUIRED', 'STATE_CONFLICT'],
  example: {
    params: serviceAccountParamsExample,
    body: { name: 'Practice system', scopes: ['appointments:intake'], expiresAt: '2027-11-20T09:00:00Z' },
    data: createdKeyExample,
  },
}).handle(async (ctx, { params, body }) => {
  const { serviceAccountId } = params
  const scopes = checkedScopes(grantable(ctx), body.scopes)
  const expiresAt = checkedExpiry(ctx.now, body.expiresAt)
  if ((await lockAccount(ctx.tx, serviceAccountId)) !== 'active')
    throw new AppError('STATE_CONFLICT', { message: 'The service account is archived. Create another one.' })
  await checkAllowance(ctx.tx, ctx.platformHolderId, serviceAccountId)
  const { secret, row } = await issueApiKey(ctx.tx, {
    platformHolderId: ctx.platformHolderId,
    actorId: serviceAccountId,
    role: 'platform_holder_user',
    name: body.name,
    kind: 'restricted',
    scopes,
    createdAt: ctx.now,
    expiresAt,
    profileId: null,
  })
  ctx.touch(row.id, serviceAccountId)
  return { key: toApiKey(row, ctx.now), secret }
})
