import { Type, type Static } from 'typebox'
import type { HolderCtx, Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import {
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import { browserLanguage } from '#/messages/catalogues/browser-language.ts'
import { renderIntegrationName } from '#/messages/email/render-integration.ts'
import { findInterfaceLocale } from '#/slices/access/access.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { integrationIdOf, providerOf, providers, type Provider } from './integration-id.ts'
import {
  countLeftOut,
  leftOutReasons,
  listLeftOutEvents,
  namedEvents,
  type LeftOut,
  type LeftOutEvent,
} from '#/slices/calendars/selected/left-out-store.ts'
import { longestCalendarId, mostCalendars } from '#/slices/calendars/selected/selected-calendars.ts'
import { enqueueRelisting } from '#/slices/calendars/selected/relist-calendars.ts'
import { listConnections, type ConnectionRow } from './store.ts'

/** How one kind of calendar is connected, as staff see it: never a token. */
const IntegrationConnection = strictObject(
  {
    status: oneOf(['not_connected', 'authorization_pending', 'connected', 'action_required', 'error', 'disconnected'], {
      description: '`action_required`: the provider no longer gives access; authorize again.',
    }),
    version: Type.Integer({
      minimum: 1,
      description: 'Rises when the status or the selected calendars change, not with each reading.',
    }),
    accountLabel: nullable(
      Type.String({
        maxLength: 200,
        description: 'The connected account, masked, or null.',
        examples: ['a•••@praktijk.example'],
      }),
    ),
    grantedScopes: Type.Array(Type.String({ maxLength: 200 }), {
      description: 'Scopes granted, as the provider names them.',
      examples: [['https://www.googleapis.com/auth/calendar.events.readonly']],
    }),
    calendars: Type.Array(
      strictObject({
        calendarId: Type.String({
          maxLength: longestCalendarId,
          description: 'Its id at the provider.',
          examples: ['agenda@praktijk.example'],
        }),
        name: Type.String({ maxLength: 300, description: 'Its name in the account.', examples: ['Spreekuur'] }),
        selected: Type.Boolean({ description: 'Whether appointments are read from it.' }),
        timeZone: nullable(
          Type.String({
            maxLength: 80,
            description: 'Its time zone, or null.',
            examples: ['Europe/Amsterdam'],
          }),
        ),
        problem: nullable(
          oneOf(['gone', 'not_readable'], {
            description:
              'Why a selected calendar is no longer read: `gone` from the account, or `not_readable` for lack of permission. Select it again to retry.',
          }),
        ),
      }),
      {
        maxItems: mostCalendars,
        description:
          'An account with more cannot be connected. Reading this refreshes a list older than an hour; the next read shows the result.',
      },
    ),
    eventsWithoutRecipient: Type.Integer({
      minimum: 0,
      description: 'Number of future events in the selected calendars that nobody is reminded of.',
    }),
    leftOutEvents: Type.Array(
      strictObject({
        calendarId: Type.String({
          maxLength: longestCalendarId,
          description: 'The calendar it is in.',
          examples: ['agenda@praktijk.example'],
        }),
        eventId: Type.String({
          maxLength: 1024,
          description: 'Its id at the provider; the SHA-256 hash of a long one.',
          examples: ['7kukuqrfedlm2f9t0a1b2c3d4e'],
        }),
        startsAt: described(Instant, 'When it starts.'),
        reason: oneOf([...leftOutReasons, 'refused'], {
          title: 'LeftOutReason',
          description:
            'Why: it names nobody or could mean several people, its contact is unreadable, the event is unreadable or recurs without end, it is an invitation from someone else, or it breaks a rule for appointments, such as lasting longer than a day.',
        }),
      }),
      { maxItems: namedEvents, description: 'The earliest of them.' },
    ),
    banner: nullable(
      strictObject(
        {
          code: oneOf(
            ['consent_revoked', 'token_expired', 'permission_missing', 'calendar_refused', 'cancellations_held'],
            {
              description:
                'The first three: the provider no longer gives access. `calendar_refused`: a selected calendar can no longer be read. `cancellations_held`: most events with an appointment disappeared at once; the appointments are cancelled only if the events are still gone an hour later.',
            },
          ),
          action: oneOf(['authorize_again', 'choose_calendars', 'check_calendar'], { description: 'What to do.' }),
        },
        {
          title: 'IntegrationBanner',
          description: 'What staff should look at first, or null.',
        },
      ),
    ),
    connectedAt: nullable(described(Instant, 'When it was connected, or null.')),
    lastSuccessAt: nullable(described(Instant, 'When it was last read, or null.')),
    lastErrorAt: nullable(described(Instant, 'When reading last failed, or null.')),
    lastErrorCode: nullable(
      oneOf(['consent_revoked', 'token_expired', 'permission_missing', 'provider_unavailable'], {
        description: '`token_expired` also means that an authorization was not completed in time.',
      }),
    ),
    authorizationExpiresAt: nullable(described(Instant, 'When the pending authorization expires, or null.')),
  },
  { title: 'IntegrationConnection', description: 'The connection, without any token.' },
)

/** An item of the catalogue with its connection. */
export const Integration = strictObject(
  {
    id: described(Identifier, 'Id of this kind of calendar at your organization.'),
    kind: oneOf(['calendar'], { description: 'Always a calendar.' }),
    provider: oneOf(providers, { description: 'The calendar provider.' }),
    name: Type.String({
      maxLength: 80,
      description: 'Its name, in your language.',
      examples: ['Google Agenda'],
    }),
    description: Type.String({
      maxLength: 400,
      description: 'What it does, in your language.',
      examples: ['Afspraken lezen uit agenda’s van Google.'],
    }),
    capabilities: Type.Array(oneOf(['read_events', 'write_events'], { description: 'Something it can do.' }), {
      description: 'What it can do.',
    }),
    available: Type.Boolean({ description: 'False when this server is not set up for it.' }),
    unavailableReason: nullable(oneOf(['not_configured'], { description: 'Why it is not available, or null.' })),
    connection: IntegrationConnection,
  },
  { title: 'Integration' },
)
export type Integration = Static<typeof Integration>

/**
 * The catalogue, each item with the holder's connection, in the language of the caller: chosen for their account, else
 * that of the request, else the organization's.
 */
export async function readIntegrations(ctx: HolderCtx): Promise<Integration[]> {
  const { tx, platformHolderId, identity, services } = ctx
  const [rows, leftOut, leftOutEvents, holder, locale] = await Promise.all([
    listConnections(tx),
    countLeftOut(tx),
    listLeftOutEvents(tx),
    getHolderContext(tx),
    findInterfaceLocale(tx, identity.actorId),
  ])
  enqueueRelisting(ctx, rows)
  const localePreferences = [locale, browserLanguage(ctx.acceptLanguage), holder.defaultLocale]
  return providers.map((provider) => {
    const row = rows.find((one) => one.provider === provider)
    const isOfRow = ({ integrationId }: { readonly integrationId: string }) => integrationId === row?.integrationId
    const connection = row
      ? toConnection(row, leftOut.find(isOfRow) ?? null, leftOutEvents.filter(isOfRow))
      : notConnected
    return toIntegration(services, { platformHolderId, provider, localePreferences }, connection)
  })
}

/**
 * One item of the catalogue as it is now.
 *
 * @throws AppError NOT_FOUND when the id is none of this holder's
 */
export async function readIntegration(ctx: HolderCtx, integrationId: string): Promise<Integration> {
  requireProvider(ctx, integrationId)
  const item = (await readIntegrations(ctx)).find(({ id }) => id === integrationId)
  if (!item) throw new AppError('NOT_FOUND')
  return item
}

/** @throws AppError NOT_FOUND when the id is none of this holder's */
export function requireProvider({ platformHolderId }: HolderCtx, integrationId: string): Provider {
  const provider = providerOf(platformHolderId, integrationId)
  if (!provider) throw new AppError('NOT_FOUND')
  return provider
}

type Shown = {
  readonly platformHolderId: string
  readonly provider: Provider
  readonly localePreferences: readonly (string | null)[]
}

function toIntegration(services: Services, shown: Shown, connection: Integration['connection']): Integration {
  const { platformHolderId, provider, localePreferences } = shown
  const isAvailable = services.calendars[provider] !== null
  return {
    id: integrationIdOf(platformHolderId, provider),
    kind: 'calendar',
    provider,
    ...renderIntegrationName(provider, localePreferences),
    capabilities: ['read_events'],
    available: isAvailable,
    unavailableReason: isAvailable ? null : 'not_configured',
    connection,
  }
}

const notConnected: Integration['connection'] = {
  status: 'not_connected',
  version: 1,
  accountLabel: null,
  grantedScopes: [],
  calendars: [],
  eventsWithoutRecipient: 0,
  leftOutEvents: [],
  banner: null,
  connectedAt: null,
  lastSuccessAt: null,
  lastErrorAt: null,
  lastErrorCode: null,
  authorizationExpiresAt: null,
}

/** An authorization nobody completed in time has failed, without anything being written. */
function toConnection(
  row: ConnectionRow,
  leftOut: LeftOut | null,
  leftOutEvents: readonly LeftOutEvent[],
): Integration['connection'] {
  const { isExpired, authorizationExpiresAt: expiresAt } = row
  return {
    status: isExpired ? 'error' : row.status,
    version: row.version,
    accountLabel: row.accountLabel,
    grantedScopes: [...row.grantedScopes],
    calendars: row.calendars.map(({ problem = null, ...calendar }) => ({ ...calendar, problem })),
    eventsWithoutRecipient: leftOut?.eventCount ?? 0,
    leftOutEvents: leftOutEvents.map(({ calendarId, eventId, startsAt, outcome, reason }) => ({
      calendarId,
      eventId,
      startsAt: formatInstant(startsAt),
      reason: outcome === 'refused' ? outcome : (leftOutReasons.find((one) => one === reason) ?? 'nobody_named'),
    })),
    banner: bannerOf(row, leftOut),
    connectedAt: formatInstantOrNull(row.connectedAt),
    lastSuccessAt: formatInstantOrNull(row.lastSuccessAt),
    lastErrorAt: formatInstantOrNull(isExpired ? expiresAt : row.lastErrorAt),
    lastErrorCode: isExpired ? 'token_expired' : row.lastErrorCode,
    authorizationExpiresAt: formatInstantOrNull(expiresAt),
  }
}

/** What staff should look at first, or null. */
function bannerOf(row: ConnectionRow, leftOut: LeftOut | null): Integration['connection']['banner'] {
  const { status, lastErrorCode: code } = row
  if (status === 'action_required')
    return {
      code: code === null || code === 'provider_unavailable' ? 'consent_revoked' : code,
      action: 'authorize_again',
    }
  if (status !== 'connected') return null
  if (row.calendars.some(({ problem = null }) => problem !== null))
    return { code: 'calendar_refused', action: 'choose_calendars' }
  const isHeld = leftOut !== null && leftOut.withdrawalsHeld > 0
  return isHeld ? { code: 'cancellations_held', action: 'check_calendar' } : null
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
      {
        calendarId: 'agenda@praktijk.example',
        name: 'Spreekuur',
        selected: true,
        timeZone: 'Europe/Amsterdam',
        problem: null,
      },
    ],
    eventsWithoutRecipient: 1,
    leftOutEvents: [
      {
        calendarId: 'agenda@praktijk.example',
        eventId: '7kukuqrfedlm2f9t0a1b2c3d4e',
        startsAt: '2026-12-03T08:00:00.000Z',
        reason: 'nobody_named',
      },
    ],
    banner: null,
    connectedAt: '2026-12-01T09:00:00.000Z',
    lastSuccessAt: '2026-12-01T09:05:00.000Z',
    lastErrorAt: null,
    lastErrorCode: null,
    authorizationExpiresAt: null,
  },
}
