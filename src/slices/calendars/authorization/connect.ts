import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { hmac } from '#/kernel/secrets/derived-keys.ts'
import type { CalendarGrant, CalendarInfo, CalendarReader } from '#/ports/calendar.ts'
import { storeConnected, storeFailed, type AuthorizationRow } from './authorization-store.ts'
import {
  keptName,
  longestCalendarId,
  mostCalendars,
  type StoredCalendar,
} from '#/slices/calendars/selected/selected-calendars.ts'
import { mergeCalendars } from '#/slices/calendars/selected/relist-calendars.ts'
import { giveUpGrant } from './revocation.ts'
import { sealGrant } from './sealed-grant.ts'
import { lockConnection, type ConnectionRow } from '#/slices/calendars/store.ts'

export type Completion = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly requestId: string
  readonly authorization: AuthorizationRow
  /** The member of staff who completes it. */
  readonly actorId: string
  readonly signal: AbortSignal
}

/**
 * Proves a grant by listing the account's calendars with it, and makes it the connection's. Calendars that were chosen
 * before stay chosen; for a new account the main one is.
 *
 * @returns what kept it from being connected; `replaced` when this authorization is no longer waited for, in which case
 *   the grant is revoked
 */
export async function connectGrant(
  completion: Completion,
  grant: CalendarGrant,
): Promise<{ readonly outcome: 'connected' | 'replaced' } | NotListed> {
  const { pool, services, authorization, actorId, signal, requestId } = completion
  const { platformHolderId, integrationId, provider } = authorization
  const reader = services.calendars[provider]?.reader
  if (!reader) return { outcome: 'unavailable', retryAfterSeconds: null }
  const place = { platformHolderId, integrationId }
  const encryptedGrant = sealGrant(services.secretsAtRest, place, grant)
  const listed = withinLimits(await reader.listCalendars(grant, signal))
  if (listed.outcome !== 'calendars') {
    if (grant.kind === 'oauth')
      await inTransaction(pool, { holder: platformHolderId }, async (tx) =>
        giveUpGrant(tx, { ...place, encryptedGrant, accountKey: null }),
      )
    return listed
  }
  const account = listed.account ?? (grant.kind === 'basic' ? grant.username : null)
  const accountKey =
    account === null ? null : hmac(services.keys.contact, `calendar account ${provider} ${account.toLowerCase()}`)
  return inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    const before = await lockConnection(tx, integrationId)
    const isConnected = await storeConnected(tx, {
      ...place,
      authorizationId: authorization.id,
      encryptedGrant,
      accessExpiresAt: grant.kind === 'oauth' ? grant.accessExpiresAt : null,
      accountKey,
      accountLabel: account === null ? null : masked(account),
      scopes: grant.kind === 'oauth' ? grant.scopes : [],
      calendars: withChoice(listed.calendars, before, accountKey),
    })
    if (!isConnected) {
      giveUpGrant(tx, { ...place, encryptedGrant, accountKey })
      return { outcome: 'replaced' }
    }
    // The grant of another account is given up; one of the same account was replaced by the provider itself.
    if (before?.encryptedGrant && !isSameAccount(before, accountKey))
      giveUpGrant(tx, { ...place, encryptedGrant: before.encryptedGrant, accountKey: before.accountKey })
    audit(tx, {
      platformHolderId,
      actor: { kind: 'staff', id: actorId },
      action: 'integrationConnected',
      requestId,
      subjects: [integrationId],
      detail: { provider },
    })
    return { outcome: 'connected' }
  })
}

type Listing = Awaited<ReturnType<CalendarReader['listCalendars']>>
/** Why an account's calendars could not be listed, or not be kept. */
type NotListed =
  | Exclude<Listing, { readonly outcome: 'calendars' }>
  | { readonly outcome: 'no_calendars' | 'too_many_calendars' }

/** What a provider listed, or why it cannot be stored: whoever owns a CalDAV server decides what it lists. */
function withinLimits(listed: Listing): Listing | NotListed {
  if (listed.outcome !== 'calendars') return listed
  if (listed.calendars.length === 0) return { outcome: 'no_calendars' }
  const isTooMuch =
    listed.calendars.length > mostCalendars ||
    listed.calendars.some(({ calendarId }) => calendarId.length > longestCalendarId)
  return isTooMuch ? { outcome: 'too_many_calendars' } : listed
}

/** Records that an authorization failed, and gives up what was granted all the same. */
export async function failAuthorization(
  { pool, services, authorization, actorId, requestId }: Completion,
  code: 'consent_revoked' | 'permission_missing' | 'provider_unavailable',
  grant: CalendarGrant | null = null,
): Promise<void> {
  const { platformHolderId, integrationId, id: authorizationId } = authorization
  await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    await storeFailed(tx, { platformHolderId, integrationId, authorizationId, code })
    if (grant) {
      const encryptedGrant = sealGrant(services.secretsAtRest, { platformHolderId, integrationId }, grant)
      giveUpGrant(tx, { platformHolderId, integrationId, encryptedGrant, accountKey: null })
    }
    audit(tx, {
      platformHolderId,
      actor: { kind: 'staff', id: actorId },
      action: 'integrationAuthorizationFailed',
      requestId,
      subjects: [integrationId],
      detail: { code },
    })
  })
}

function withChoice(
  calendars: readonly CalendarInfo[],
  before: ConnectionRow | null,
  accountKey: Buffer | null,
): StoredCalendar[] {
  const known = before && isSameAccount(before, accountKey) ? before.calendars : []
  if (known.length > 0) {
    const listed = new Set(calendars.map(({ calendarId }) => calendarId))
    // Of an account whose calendars have other ids by now, staff are to choose anew rather than have none read unseen.
    return mergeCalendars(known, calendars, null).map((calendar) =>
      calendar.selected && !listed.has(calendar.calendarId)
        ? { ...calendar, selected: false, problem: 'gone' }
        : calendar,
    )
  }
  const main = calendars.find(({ isPrimary }) => isPrimary) ?? calendars[0]
  return calendars.map(({ calendarId, name, timeZone }) => ({
    calendarId,
    name: keptName(name),
    selected: calendarId === main?.calendarId,
    timeZone,
  }))
}

function isSameAccount(before: ConnectionRow, accountKey: Buffer | null): boolean {
  return before.accountKey !== null && accountKey !== null && before.accountKey.equals(accountKey)
}

/** `agenda@praktijk.example` reads `a•••@praktijk.example`. */
function masked(account: string): string {
  const at = account.lastIndexOf('@')
  const [first = ''] = account
  return `${first}•••${at > 0 ? account.slice(at) : ''}`.slice(0, 200)
}
