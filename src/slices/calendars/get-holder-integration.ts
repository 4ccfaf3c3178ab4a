import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { Integration, integrationExample, readIntegration } from './integration-view.ts'

export const getHolderIntegration = operation({
  operationId: 'getHolderIntegration',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/integrations/{integrationId}',
  tag: 'Integrations',
  summary: 'Read one calendar connection',
  description:
    'The connection, the calendars that are read, and the events left out, with the reason. `banner` shows what staff should look at first.',
  role: 'platform_holder_user',
  scope: 'integrations:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'integrations' },
  params: strictObject({
    platformHolderId: HolderPathId,
    integrationId: described(ResourceId, 'Id of the kind of calendar, from the list.'),
  }),
  query: none,
  body: null,
  success: [200],
  data: Integration,
  versionIn: 'connection',
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', integrationId: integrationExample.id },
    data: integrationExample,
  },
}).handle((ctx, { params }) => readIntegration(ctx, params.integrationId))
