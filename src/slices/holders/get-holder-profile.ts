import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { HolderProfile, profileExample, toHolderProfile } from './profile.ts'
import { getProfile } from './store.ts'

export const getHolderProfile = operation({
  operationId: 'getHolderProfile',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}',
  tag: 'Platform holder',
  summary: 'Read the profile of your organization',
  description: 'Only your own organization can be read. Its status and activation dates change outside this API.',
  role: 'platform_holder_user',
  scope: 'profile:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'profiles' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: HolderProfile,
  errors: [],
  example: { params: { platformHolderId: profileExample.id }, data: profileExample },
}).handle(async (ctx) => toHolderProfile(await getProfile(ctx.tx)))
