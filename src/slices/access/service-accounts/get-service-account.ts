import { none, operation } from '#/kernel/operation.ts'
import {
  ServiceAccount,
  serviceAccountExample,
  serviceAccountParams,
  serviceAccountParamsExample,
  toServiceAccount,
} from './service-account.ts'
import { getAccount } from './store.ts'

export const getServiceAccount = operation({
  operationId: 'getServiceAccount',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/service-accounts/{serviceAccountId}',
  tag: 'Access',
  summary: 'Read a service account',
  description: 'Whether it is archived, when one of its keys was last used, and when the first of them ends.',
  role: 'platform_holder_user',
  scope: 'access:read',
  auth: ['apiKey', 'browserSession'],
  params: serviceAccountParams,
  query: none,
  body: null,
  success: [200],
  data: ServiceAccount,
  errors: [],
  example: { params: serviceAccountParamsExample, data: serviceAccountExample },
}).handle(async (ctx, { params }) => toServiceAccount(await getAccount(ctx.tx, params.serviceAccountId)))
