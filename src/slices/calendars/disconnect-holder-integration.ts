import { none, operation, type Fields } from '#/kernel/operation.ts'
import { described, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import { Integration, integrationExample, readIntegration, requireProvider } from './integration-view.ts'
import { giveUpGrant } from '#/slices/calendars/authorization/revocation.ts'
import { lockConnection, storeDisconnected } from './store.ts'

export const disconnectHolderIntegration = operation({
  operationId: 'disconnectHolderIntegration',
  method: 'DELETE',
  path: '/platform-holders/{platformHolderId}/integrations/{integrationId}/authorization',
  tag: 'Integrations',
  summary: 'Disconnect a calendar',
  description:
    'Deletes the permission at once and revokes it at the provider if that is possible. Repeating the call changes nothing. Appointments already read stay.',
  role: 'platform_holder_user',
  scope: 'integrations:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'integrations' },
  target: {
    readBy: 'getHolderIntegration',
    part: ({ name, connection }) => ({ name, ...(connection as Fields) }),
    shows: ['name', 'accountLabel'],
    becomes: { status: 'disconnected' },
  },
  params: strictObject({
    platformHolderId: HolderPathId,
    integrationId: described(ResourceId, 'Id of the kind of calendar, from the list.'),
  }),
  query: none,
  body: null,
  success: [200],
  data: Integration,
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', integrationId: integrationExample.id },
    data: {
      ...integrationExample,
      connection: {
        ...integrationExample.connection,
        status: 'disconnected',
        version: 4,
        accountLabel: null,
        grantedScopes: [],
        calendars: [],
        eventsWithoutRecipient: 0,
        leftOutEvents: [],
        connectedAt: null,
      },
    },
  },
}).handle(async (ctx, { params }) => {
  requireProvider(ctx, params.integrationId)
  const { tx, platformHolderId } = ctx
  const row = await lockConnection(tx, params.integrationId)
  if (row && row.status !== 'disconnected') {
    await storeDisconnected(tx, params.integrationId)
    if (row.encryptedGrant !== null)
      giveUpGrant(tx, {
        platformHolderId,
        integrationId: params.integrationId,
        encryptedGrant: row.encryptedGrant,
        accountKey: row.accountKey,
      })
    ctx.touch(params.integrationId)
  }
  return readIntegration(ctx, params.integrationId)
})
