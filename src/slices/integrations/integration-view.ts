import { Type, type Static } from 'typebox'
import type { Ctx, Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { formatInstantOrNull, Identifier, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { renderIntegrationName } from '#/messages/render-integration.ts'
import { findInterfaceLocale } from '#/slices/access/access.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { integrationIdOf, providerOf, providers, type Provider } from './integration-id.ts'
import { listConnections, type ConnectionRow } from './store.ts'

/** How one kind of calendar is connected, as staff see it: never a token. */
const IntegrationConnection = strictObject(
  {
    status: oneOf(['not_connected', 'authorization_pending', 'connected', 'action_required', 'error', 'disconnected'], {
      description: '`action_required`: the provider no longer lets us in; authorize again.',
    }),
    version: Type.Integer({
      minimum: 1,
      description: 'Rises with the status and the choice of calendars, not with each reading.',
    }),
    accountLabel: nullable(Type.String({ maxLength: 200, description: 'Whose account it is, masked.' })),
    grantedScopes: Type.Array(Type.String({ maxLength: 200 })),
    calendars: Type.Array(
      strictObject({
        calendarId: Type.String({ maxLength: 1024, description: 'As the provider names it.' }),
        name: Type.String({ maxLength: 300 }),
        selected: Type.Boolean({ description: 'Whether appointments are read from it.' }),
        timeZone: nullable(Type.String({ maxLength: 80 })),
      }),
    ),
    connectedAt: nullable(Instant),
    lastSuccessAt: nullable(Instant),
    lastErrorAt: nullable(Instant),
    lastErrorCode: nullable(oneOf(['consent_revoked', 'token_expired', 'permission_missing', 'provider_unavailable'])),
    authorizationExpiresAt: nullable(Instant),
  },
  { title: 'IntegrationConnection' },
)

/** An item of the catalogue with its connection (contract completion, section 10). */
export const Integration = strictObject(
  {
    id: Identifier,
    kind: oneOf(['calendar']),
    provider: oneOf(providers),
    name: Type.String({ maxLength: 80 }),
    description: Type.String({ maxLength: 400 }),
    capabilities: Type.Array(oneOf(['read_events', 'write_events'])),
    available: Type.Boolean({ description: 'False when this server is not set up for it.' }),
    unavailableReason: nullable(oneOf(['not_configured'])),
    connection: IntegrationConnection,
  },
  { title: 'Integration' },
)
export type Integration = Static<typeof Integration>

/** The catalogue, each item with the holder's connection, in the language of who asks. */
export async function readIntegrations(ctx: Ctx): Promise<Integration[]> {
  const { tx, platformHolderId, identity, services } = ctx
  const [rows, holder, locale] = await Promise.all([
    listConnections(tx, platformHolderId),
    getHolderContext(tx, platformHolderId),
    findInterfaceLocale(tx, platformHolderId, identity.actorId),
  ])
  return providers.map((provider) =>
    toIntegration(
      services,
      { platformHolderId, provider, now: ctx.now, localePreferences: [locale, holder.defaultLocale] },
      rows.find((row) => row.provider === provider) ?? null,
    ),
  )
}

/**
 * One item of the catalogue as it is now.
 *
 * @throws AppError NOT_FOUND when the id is none of this holder's
 */
export async function readIntegration(ctx: Ctx, integrationId: string): Promise<Integration> {
  requireProvider(ctx, integrationId)
  const item = (await readIntegrations(ctx)).find(({ id }) => id === integrationId)
  if (!item) throw new AppError('NOT_FOUND')
  return item
}

/** @throws AppError NOT_FOUND when the id is none of this holder's */
export function requireProvider({ platformHolderId }: Ctx, integrationId: string): Provider {
  const provider = providerOf(platformHolderId, integrationId)
  if (!provider) throw new AppError('NOT_FOUND')
  return provider
}

type Shown = {
  readonly platformHolderId: string
  readonly provider: Provider
  readonly now: Temporal.Instant
  readonly localePreferences: readonly (string | null)[]
}

function toIntegration(services: Services, shown: Shown, row: ConnectionRow | null): Integration {
  const { platformHolderId, provider, now, localePreferences } = shown
  const isAvailable = services.calendars[provider] !== null
  return {
    id: integrationIdOf(platformHolderId, provider),
    kind: 'calendar',
    provider,
    ...renderIntegrationName(provider, localePreferences),
    capabilities: ['read_events'],
    available: isAvailable,
    unavailableReason: isAvailable ? null : 'not_configured',
    connection: row ? toConnection(row, now) : notConnected,
  }
}

const notConnected: Integration['connection'] = {
  status: 'not_connected',
  version: 1,
  accountLabel: null,
  grantedScopes: [],
  calendars: [],
  connectedAt: null,
  lastSuccessAt: null,
  lastErrorAt: null,
  lastErrorCode: null,
  authorizationExpiresAt: null,
}

/** An authorization nobody completed in time has failed, without anything being written. */
function toConnection(row: ConnectionRow, now: Temporal.Instant): Integration['connection'] {
  const expiresAt = row.authorization_expires_at
  const isExpired =
    row.status === 'authorization_pending' && expiresAt !== null && Temporal.Instant.compare(expiresAt, now) <= 0
  return {
    status: isExpired ? 'error' : row.status,
    version: row.version,
    accountLabel: row.account_label,
    grantedScopes: [...row.granted_scopes],
    calendars: row.calendars.map((calendar) => ({ ...calendar })),
    connectedAt: formatInstantOrNull(row.connected_at),
    lastSuccessAt: formatInstantOrNull(row.last_success_at),
    lastErrorAt: formatInstantOrNull(isExpired ? expiresAt : row.last_error_at),
    lastErrorCode: row.last_error_code,
    authorizationExpiresAt: formatInstantOrNull(expiresAt),
  }
}

/** The example of the reference. */
export const integrationExample: Integration = {
  id: '3f2b8a6c-1d05-8c31-9d4e-0199f3c25a7e',
  kind: 'calendar',
  provider: 'google_calendar',
  name: 'Google Agenda',
  description: 'Afspraken lezen uit agenda’s van Google.',
  capabilities: ['read_events'],
  available: true,
  unavailableReason: null,
  connection: {
    status: 'connected',
    version: 3,
    accountLabel: 'a•••@praktijk.example',
    grantedScopes: ['https://www.googleapis.com/auth/calendar.events.readonly'],
    calendars: [
      { calendarId: 'agenda@praktijk.example', name: 'Spreekuur', selected: true, timeZone: 'Europe/Amsterdam' },
    ],
    connectedAt: '2026-12-01T09:00:00.000Z',
    lastSuccessAt: '2026-12-01T09:05:00.000Z',
    lastErrorAt: null,
    lastErrorCode: null,
    authorizationExpiresAt: null,
  },
}
