import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { Integration, integrationExample, readIntegrations } from './integration-view.ts'

export const listHolderIntegrations = operation({
  operationId: 'listHolderIntegrations',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/integrations',
  tag: 'Integrations',
  summary: 'List calendar integrations and their status',
  description: 'Not paged. Lists every kind of calendar, even if not connected or not available.',
  role: 'platform_holder_user',
  scope: 'integrations:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'integrations' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: strictObject(
    { items: Type.Array(Integration, { description: 'Every kind, in a fixed order.' }) },
    { title: 'Integrations' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    data: { items: [integrationExample] },
  },
}).handle(async (ctx) => ({ items: await readIntegrations(ctx) }))
