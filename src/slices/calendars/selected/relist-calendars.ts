import { audit } from '#/kernel/audit.ts'
import type { HolderCtx } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { job, JobId } from '#/kernel/job.ts'
import { strictObject } from '#/kernel/schema.ts'
import type { CalendarFailure, CalendarInfo } from '#/ports/calendar.ts'
import type { Provider } from '#/slices/calendars/integration-id.ts'
import { claimListing, storeListed, storeRefused } from './listing-store.ts'
import { keptName, longestCalendarId, mostCalendars, type StoredCalendar } from './selected-calendars.ts'
import { lockConnection, type ConnectionRow } from '#/slices/calendars/store.ts'
import { enqueueNotice } from './sync-outcome.ts'
import { withGrant, type GrantUse } from '#/slices/calendars/authorization/with-grant.ts'

const listedForMs = 3_600_000

/** Enqueues a new listing of an account's calendars when somebody looks at one that is over an hour old. */
export function enqueueRelisting(ctx: HolderCtx, rows: readonly ConnectionRow[]): void {
  const { platformHolderId } = ctx
  for (const { integrationId, status, calendarsListedAt: listedAt } of rows) {
    const isOld = listedAt === null || ctx.now.epochMilliseconds - listedAt.epochMilliseconds > listedForMs
    if (status !== 'connected' || !isOld) continue
    relistSeen.add(ctx.tx, { platformHolderId, integrationId }, `relist-calendars ${integrationId}`)
  }
}

const Seen = strictObject({ platformHolderId: JobId, integrationId: JobId })

/** Asks the provider of a connection which calendars the account has by now: at most once an hour, also while it does not answer. */
export const relistSeen = job('relist-calendars', Seen).handle(async ({ pool, services }, connection) => {
  const { platformHolderId, integrationId } = connection
  const provider = await inTransaction(pool, { holder: platformHolderId }, (tx) => claimListing(tx, integrationId))
  // The outcome is not noted: whoever reads calendars does that, and a failed listing is tried again at the next look.
  const use = { pool, services, ...connection, signal: AbortSignal.timeout(20_000) }
  if (provider) await relistCalendars(use, provider, null)
})

/**
 * Asks which calendars the account has and adds them to what is known; the choice stays. A calendar that the provider
 * refused to read is no longer chosen, says so, and staff are told once.
 *
 * @param refusedCalendarId the calendar that could not be read; null when none
 */
export async function relistCalendars(
  use: GrantUse,
  provider: Provider,
  refusedCalendarId: string | null,
): Promise<{ readonly outcome: 'relisted' } | { readonly outcome: 'not_connected' } | CalendarFailure> {
  const { pool, services, platformHolderId, integrationId, signal } = use
  const reader = services.calendars[provider]?.reader
  if (!reader) return { outcome: 'unavailable', retryAfterSeconds: null }
  const listed = await withGrant(use, (grant) => reader.listCalendars(grant, signal))
  // The known calendars may still be readable; if not, reading them says what is wrong.
  if (listed.outcome === 'elsewhere') return { outcome: 'unavailable', retryAfterSeconds: null }
  if (listed.outcome !== 'calendars') return listed
  return inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    const row = await lockConnection(tx, integrationId)
    if (row?.status !== 'connected') return { outcome: 'not_connected' }
    const isRefused = row.calendars.some(({ calendarId, selected }) => selected && calendarId === refusedCalendarId)
    const calendars = mergeCalendars(row.calendars, listed.calendars, isRefused ? refusedCalendarId : null)
    if (!isRefused) {
      await storeListed(tx, integrationId, calendars)
      return { outcome: 'relisted' }
    }
    await storeRefused(tx, integrationId, calendars)
    enqueueNotice(tx, integrationId)
    audit(tx, {
      platformHolderId,
      actor: { kind: 'provider', id: null },
      action: 'integrationCalendarRefused',
      requestId: null,
      subjects: [integrationId],
      detail: { provider },
    })
    return { outcome: 'relisted' }
  })
}

/**
 * What the provider lists, with the choice as it was. A calendar that is chosen or marked and not listed stays: providers
 * leave out what an owner merely hides, and only a refused reading says that it is gone. Of an account with more than
 * `mostCalendars` these come first.
 */
export function mergeCalendars(
  known: readonly StoredCalendar[],
  listed: readonly CalendarInfo[],
  refusedCalendarId: string | null,
): StoredCalendar[] {
  const before = new Map(known.map((calendar) => [calendar.calendarId, calendar]))
  const isListed = new Set(listed.map(({ calendarId }) => calendarId))
  const kept = known.filter((calendar) => !isListed.has(calendar.calendarId) && isHeld(calendar))
  const usable = listed.filter(({ calendarId }) => calendarId.length <= longestCalendarId)
  const found = usable.map(({ calendarId, name, timeZone }): StoredCalendar => {
    const { selected = false, problem = null } = before.get(calendarId) ?? {}
    return {
      calendarId,
      name: keptName(name),
      selected,
      timeZone,
      problem: problem === 'gone' ? null : problem,
    }
  })
  const merged = [...found, ...kept]
  const isTooMuch = merged.length > mostCalendars
  const within = isTooMuch ? [...merged.filter(isHeld), ...merged.filter((calendar) => !isHeld(calendar))] : merged
  return within.slice(0, mostCalendars).map((calendar) => {
    if (calendar.calendarId !== refusedCalendarId) return calendar
    return { ...calendar, selected: false, problem: isListed.has(calendar.calendarId) ? 'not_readable' : 'gone' }
  })
}

/** Chosen, or shown because something is wrong with it. */
function isHeld({ selected, problem = null }: StoredCalendar): boolean {
  return selected || problem !== null
}
