import { Type } from 'typebox'
import { versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, ExpectedVersion, strictObject } from '#/kernel/schema.ts'
import { isValid, makeSecret, sealSecret, type StoredSecret } from '#/slices/webhooks/secrets/secrets.ts'
import { EndpointSecret } from '#/slices/webhooks/endpoints/create-webhook-endpoint.ts'
import {
  endpointExample,
  endpointParams,
  endpointParamsExample,
  WebhookEndpoint,
} from '#/slices/webhooks/endpoints/endpoint.ts'
import { getEndpointForUpdate, updateSecrets } from '#/slices/webhooks/endpoints/endpoint-store.ts'
import { withHealth } from '#/slices/webhooks/endpoints/read-endpoint.ts'

const longestOverlapHours = 168

export const rotateWebhookEndpointSecret = operation({
  operationId: 'rotateWebhookEndpointSecret',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/webhook-endpoints/{endpointId}/secret',
  tag: 'Webhooks',
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'The new secret is shown once. Until the overlap ends, calls are signed with the secret that it replaces as well, and with those that were replaced before until theirs ends, so that none is refused meanwhile.',
  role: 'platform_holder_user',
  scope: 'webhooks:write',
  auth: ['apiKey', 'browserSession'],
  isSensitive: true,
  params: endpointParams,
  query: none,
  body: strictObject({
    expectedVersion: ExpectedVersion,
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: longestOverlapHours,
        description:
          'How long the previous secret is used as well; 24 by default. 0 ends all that were used before, when somebody else knows one.',
        examples: [24],
      }),
    ),
  }),
  success: [200],
  data: strictObject(
    { endpoint: described(WebhookEndpoint, 'The endpoint as lists show it.'), secret: EndpointSecret },
    { title: 'RotatedWebhookEndpoint' },
  ),
  versionIn: 'endpoint',
  errors: ['VERSION_CONFLICT'],
  example: {
    params: endpointParamsExample,
    body: { expectedVersion: 1, overlapHours: 24 },
    data: {
      endpoint: { ...endpointExample, previousSecretEndsAt: '2026-11-22T09:00:00.000Z', version: 2 },
      secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDMfKQ9r8GKYo=',
    },
  },
}).handle(async (ctx, { params, body }) => {
  const { tx, services } = ctx
  const row = await getEndpointForUpdate(tx, params.endpointId)
  ctx.touch(row.id)
  if (row.version !== body.expectedVersion) throw versionConflict(row.version)
  const secret = makeSecret()
  const secrets = rotated(row.secrets, sealSecret(services.secretsAtRest, row.id, secret), body.overlapHours ?? 24)
  return { endpoint: await withHealth(tx, await updateSecrets(tx, row.id, secrets)), secret }
})

const mostSecrets = 5

/**
 * The new secret, the one that it replaces for as long as both are valid, and those before it until they end: the receiver
 * may know an older one alone, where the answer with the last did not arrive or somebody else asked for it.
 */
function rotated([current, ...older]: readonly StoredSecret[], sealed: string, overlapHours: number): StoredSecret[] {
  const fresh = { sealed, endsAt: null }
  if (current === undefined || overlapHours === 0) return [fresh]
  const now = Temporal.Now.instant()
  const replaced = { sealed: current.sealed, endsAt: now.add({ hours: overlapHours }).toString() }
  return [fresh, replaced, ...older.filter((secret) => isValid(secret, now))].slice(0, mostSecrets)
}
