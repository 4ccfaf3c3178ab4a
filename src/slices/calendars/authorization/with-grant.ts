import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import type { CalendarFailure, CalendarGrant } from '#/ports/calendar.ts'
import type { Calendars, OAuthGrant } from '#/ports/calendar-authorization.ts'
import { findGrant, leaseRefresh, releaseRefresh, storeRefreshed, storeResealed, type GrantRow } from './grant-store.ts'
import { openGrant, sealGrant, UnreadableGrant } from './sealed-grant.ts'
import { noteSyncOutcome } from '#/slices/calendars/selected/sync-outcome.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** The kinds of calendar that can be connected. */
    readonly calendars: Calendars
  }
}

export type GrantUse = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly platformHolderId: string
  readonly integrationId: string
  readonly signal: AbortSignal
}

/**
 * Calls `use` with the grant of a connection. A token that ends within two minutes is refreshed first, by one caller
 * however many there are; one that the provider refuses all the same is refreshed, and `use` called once more. Providers
 * are called outside any transaction. A refused refresh, or a grant that has been unreadable for a day, is noted on the
 * connection, and staff are told. A grant under an old key is sealed anew, so that the key can go.
 *
 * @returns what `use` returned, or why there is no grant to use
 * @throws UnreadableGrant when it was of use within the last day: an installation set up wrongly must not cost every
 * holder its connection
 */
export async function withGrant<T extends { readonly outcome: string }>(
  context: GrantUse,
  use: (grant: CalendarGrant) => Promise<T>,
): Promise<T | CalendarFailure | { readonly outcome: 'not_connected' }> {
  const held = await freshGrant(context, (row) => endsSoon(row))
  if (held.outcome !== 'held') return held
  const result = await use(held.grant)
  if (result.outcome !== 'token_expired' || held.grant.kind !== 'oauth') return result
  const again = await freshGrant(context, (row) => row.grantRevision === held.revision)
  return again.outcome === 'held' ? use(again.grant) : again
}

type Held = { readonly outcome: 'held'; readonly grant: CalendarGrant; readonly revision: number }
type Fresh = Held | CalendarFailure | { readonly outcome: 'not_connected' }

/** The grant as it is stored, once `isStale` no longer says that it needs a refresh. */
async function freshGrant(context: GrantUse, isStale: (row: GrantRow) => boolean): Promise<Fresh> {
  const { pool, platformHolderId, integrationId, signal } = context
  for (;;) {
    const step = await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
      const row = await findGrant(tx, integrationId)
      if (!row) return null
      const isOurs = isStale(row) && !row.isLeased && (await leaseRefresh(tx, integrationId, row.grantRevision))
      return { row, isOurs }
    })
    if (!step) return { outcome: 'not_connected' }
    const grant = await open(context, step.row)
    if (grant === null) return { outcome: 'token_expired' }
    if (grant.kind === 'basic' || !isStale(step.row))
      return { outcome: 'held', grant, revision: step.row.grantRevision }
    if (step.isOurs) return refresh(context, step.row, grant)
    if (signal.aborted) return { outcome: 'unavailable', retryAfterSeconds: null }
    // Another caller is asking for the same token; the lease ends by itself should its process die.
    await sleep(pollMs)
  }
}

/** The grant as it is stored; null when it is unreadable and its owner must grant again. @throws UnreadableGrant */
async function open(
  { pool, services, platformHolderId, integrationId }: GrantUse,
  { encryptedGrant: sealed, wasGoodLately }: GrantRow,
): Promise<CalendarGrant | null> {
  const place = { platformHolderId, integrationId }
  const keys = services.secretsAtRest
  let grant: CalendarGrant
  try {
    grant = openGrant(keys, place, sealed)
  } catch (error) {
    if (!(error instanceof UnreadableGrant)) throw error
    const outcome = wasGoodLately ? 'unavailable' : 'token_expired'
    await inTransaction(pool, { holder: platformHolderId }, (tx) => noteSyncOutcome(tx, place, outcome))
    if (wasGoodLately) throw error
    return null
  }
  if (keys.isUnderOldKey(sealed)) {
    const resealed = { ...place, before: sealed, after: sealGrant(keys, place, grant) }
    await inTransaction(pool, { holder: platformHolderId }, (tx) => storeResealed(tx, resealed))
  }
  return grant
}

const pollMs = 50
const refreshBeforeSeconds = 120

function endsSoon({ accessExpiresAt: endsAt, now }: GrantRow): boolean {
  return endsAt !== null && endsAt.epochMilliseconds - now.epochMilliseconds < refreshBeforeSeconds * 1_000
}

async function refresh(context: GrantUse, row: GrantRow, grant: OAuthGrant): Promise<Fresh> {
  const { pool, services, platformHolderId, integrationId } = context
  const place = { platformHolderId, integrationId }
  const authorizer = services.calendars[row.provider]?.authorizer
  // Shorter than the lease, so that no second refresh begins while this one is on its way.
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(20_000)])
  const refreshed = authorizer
    ? await authorizer.refresh(grant, row.now, signal)
    : ({ outcome: 'unavailable', retryAfterSeconds: null } as const)
  return inTransaction(pool, { holder: platformHolderId }, async (tx): Promise<Fresh> => {
    if (refreshed.outcome === 'granted') {
      const encryptedGrant = sealGrant(services.secretsAtRest, place, refreshed.grant)
      const revision = row.grantRevision
      const { accessExpiresAt } = refreshed.grant
      const isStored = await storeRefreshed(tx, { ...place, revision, encryptedGrant, accessExpiresAt })
      return isStored
        ? { outcome: 'held', grant: refreshed.grant, revision: revision + 1 }
        : { outcome: 'not_connected' }
    }
    await releaseRefresh(tx, integrationId, row.grantRevision)
    await noteSyncOutcome(tx, place, refreshed.outcome)
    return refreshed
  })
}
