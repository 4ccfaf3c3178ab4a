import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import {
  ClientRequestId,
  described,
  formatInstant,
  HolderPathId,
  Instant,
  oneOf,
  ResourceId,
  strictObject,
} from '#/kernel/schema.ts'
import { startAuthorization } from './authorization-store.ts'
import { callbackUrl, codeVerifierOf } from './authorization-state.ts'
import type { Provider } from '#/slices/calendars/integration-id.ts'
import { integrationExample, requireProvider } from '#/slices/calendars/integration-view.ts'

const minutes = 10

export const startHolderCalendarAuthorization = operation({
  operationId: 'startHolderCalendarAuthorization',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/integrations/{integrationId}/authorization',
  tag: 'Integrations',
  summary: 'Start connecting a calendar',
  description:
    'Open `authorizationUrl` in a browser within ten minutes. If started from a browser session, complete it in that session; if started with an API key, in a browser where a member of your staff is signed in. A new start replaces the previous one. A connected calendar must be disconnected first.',
  role: 'platform_holder_user',
  scope: 'integrations:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'integrations' },
  target: { readBy: 'getHolderIntegration', shows: ['name'] },
  params: strictObject({
    platformHolderId: HolderPathId,
    integrationId: described(ResourceId, 'Id of the kind of calendar, from the list.'),
  }),
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId }),
  success: [201],
  data: strictObject(
    {
      authorizationUrl: Type.String({
        maxLength: 4000,
        description: 'A page of the provider; for CalDAV, of this server.',
        examples: ['https://accounts.google.com/o/oauth2/v2/auth?client_id=…'],
      }),
      state: oneOf(['authorization_pending'], {
        description: 'Always pending; the connection shows the outcome.',
      }),
      expiresAt: described(Instant, 'When the page expires: after ten minutes.'),
    },
    { title: 'CalendarAuthorization' },
  ),
  errors: ['STATE_CONFLICT', 'REQUEST_ID_REUSED', 'NOT_CONFIGURED'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', integrationId: integrationExample.id },
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11' },
    data: {
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=…',
      state: 'authorization_pending',
      expiresAt: '2026-12-01T09:10:00.000Z',
    },
  },
}).handle(async (ctx, { params }) => {
  const provider = requireProvider(ctx, params.integrationId)
  const { identity, platformHolderId } = ctx
  const state = randomBytes(32).toString('base64url')
  const authorizationUrl = await authorizationUrlOf(ctx, provider, state)
  const expiresAt = ctx.now.add({ minutes })
  const isStarted = await startAuthorization(ctx.tx, {
    platformHolderId,
    integrationId: params.integrationId,
    provider,
    id: newId(),
    stateHash: sha256(state),
    actorId: identity.actorId,
    credentialId: identity.credentialId,
    authentication: identity.authentication,
    expiresAt,
  })
  if (!isStarted)
    throw new AppError('STATE_CONFLICT', {
      message: 'This calendar is connected. Disconnect it before connecting another account.',
    })
  ctx.touch(params.integrationId)
  return { authorizationUrl, state: 'authorization_pending' as const, expiresAt: formatInstant(expiresAt) }
})

/** Made without asking the provider anything. */
async function authorizationUrlOf({ services }: HolderCtx, provider: Provider, state: string): Promise<string> {
  const calendar = services.calendars[provider]
  if (!calendar) throw new AppError('NOT_CONFIGURED')
  if (!calendar.authorizer) return `${services.baseUrl}/integrations/caldav/${state}`
  const codeVerifier = codeVerifierOf(services, state)
  const url = await calendar.authorizer.authorizationUrl({ state, codeVerifier, redirectUrl: callbackUrl(services) })
  return url.href
}
