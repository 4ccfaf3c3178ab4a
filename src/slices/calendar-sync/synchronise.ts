import { newId } from '#/kernel/ids.ts'
import { isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import type { ChangePage } from '#/ports/calendar.ts'
import { noteSyncOutcome, relistCalendars, withGrant } from '#/slices/calendars/calendars.ts'
import { judgedBy } from './judge-event.ts'
import { callTimeoutMs, LookUpFailed } from './look-up.ts'
import { inTenant, type Session, type Synchronising } from './session.ts'
import { dropUnseen, settlePage, withdrawalsToHold } from './settle-page.ts'
import {
  claimCalendar,
  finish,
  LeaseLost,
  openRound,
  postpone,
  saveCursor,
  windowOf,
  type CalendarPlace,
  type Claimed,
} from './store.ts'

type Page = Extract<ChangePage, { outcome: 'page' }>
type Failure = Exclude<ChangePage['outcome'], 'page' | 'cursor_invalid'>

export type Synchronised = {
  /**
   * `lost`: another worker went on. `not_connected`: it is not to be read any more. `calendar_refused`: this one calendar
   * is gone or closed to us. `stopped`: this worker ends. `paused`: it goes on where it was after others had their turn.
   */
  readonly outcome: 'succeeded' | 'lost' | 'not_connected' | 'calendar_refused' | 'stopped' | 'paused' | Failure
  readonly pages: number
  readonly events: number
}

/** How often a calendar is read. */
const intervalSeconds = 300
/** A reading that takes longer goes on in the next one, so that no calendar keeps a worker from the others. */
const longestReadingMs = 300_000
/** How many days ahead events are read; reminders go out at most thirty days before. */
const windowDays = 180
/** A full reading this old is repeated, which moves the window on and mends what was missed. */
const roundHours = 7 * 24
const longestPauseSeconds = 3_600
/** How soon a reading that would cancel most of a calendar is repeated. */
const secondReadingSeconds = 3_600

/**
 * Reads one calendar from where it was left to its end. Each page is settled event by event before its cursor is kept,
 * so that after a crash work is repeated and changes nothing; a lease keeps a second worker away, and each write proves
 * that it still holds.
 *
 * @param longestMs a reading that has taken this long is paused after its page
 * @returns null when the calendar is not due any more, or another worker has it
 */
export async function synchronise(
  deps: Synchronising,
  place: CalendarPlace,
  longestMs = longestReadingMs,
): Promise<Synchronised | null> {
  const session: Session = { ...deps, place, leaseId: newId() }
  const claimed = await inTenant(session, (tx) => claimCalendar(tx, place, session.leaseId))
  if (!claimed) return null
  const progress = { pages: 0, events: 0 }
  try {
    const outcome = await readToEnd(session, claimed, performance.now() + longestMs, (page) => {
      progress.pages += 1
      progress.events += page.events.length
    })
    return { outcome, ...progress }
  } catch (error) {
    if (error instanceof LeaseLost) return { outcome: 'lost', ...progress }
    if (error instanceof LookUpFailed) return { outcome: await breakOff(session, claimed, error.failure), ...progress }
    // Nothing is lost: the cursor stands before the page that failed.
    const afterSeconds = pauseSeconds(claimed.failures, null)
    await inTenant(session, async (tx) => {
      // What our own database could not do says nothing of the connection.
      if (!isDatabaseUnavailable(error)) await noteSyncOutcome(tx, place, 'unavailable')
      await postpone(tx, place, session.leaseId, { afterSeconds, isFailure: true })
    })
    throw error
  }
}

async function readToEnd(
  session: Session,
  claimed: Claimed,
  untilMs: number,
  onPage: (page: Page) => void,
): Promise<Synchronised['outcome']> {
  let hasStartedOver = isRoundNeeded(claimed)
  let at = hasStartedOver ? await startOver(session) : claimed
  for (;;) {
    const page = await readPage(session, at)
    if (page.outcome === 'cursor_invalid' && !hasStartedOver) {
      hasStartedOver = true
      at = await startOver(session)
      continue
    }
    // A provider that refuses a cursor it has just given would be read without end.
    if (page.outcome === 'cursor_invalid')
      return breakOff(session, at, { outcome: 'unavailable', retryAfterSeconds: null })
    if (page.outcome !== 'page') return breakOff(session, at, page)
    if (session.signal.aborted) return giveBack(session, 'stopped')
    await settlePage(session, at, page)
    onPage(page)
    if (page.isLast) return end(session, at, page.cursor)
    await inTenant(session, (tx) => saveCursor(tx, session.place, session.leaseId, page.cursor))
    if (performance.now() >= untilMs) return giveBack(session, 'paused')
    at = { ...at, cursor: page.cursor }
  }
}

/** Ends a reading that got no further. */
function breakOff(session: Session, at: Claimed, failure: LookUpFailed['failure']): Promise<Synchronised['outcome']> {
  if (failure.outcome === 'not_connected') return giveBack(session, 'not_connected')
  if (session.signal.aborted) return giveBack(session, 'stopped')
  return failure.outcome === 'permission_missing' ? refused(session, at) : fail(session, at, failure)
}

/** A full reading that was cut off before its first page begins again; one that got further goes on. */
function isRoundNeeded({ cursor, isRoundOpen, windowFrom, judgedBy: rules, now }: Claimed): boolean {
  if (cursor === null || windowFrom === null || rules !== judgedBy) return true
  return !isRoundOpen && now.since(windowFrom).total('hours') > roundHours
}

function startOver(session: Session): Promise<Claimed> {
  return inTenant(session, (tx) => openRound(tx, session.place, session.leaseId, { days: windowDays, judgedBy }))
}

function readPage(session: Session, claimed: Claimed) {
  const { pool, services, place } = session
  const { platformHolderId, integrationId, calendarId } = place
  const calendar = services.calendars[place.provider]
  const signal = AbortSignal.any([session.signal, AbortSignal.timeout(callTimeoutMs)])
  return withGrant({ pool, services, platformHolderId, integrationId, signal }, async (grant): Promise<ChangePage> => {
    // A kind of calendar that this installation is no longer set up for waits until it is again.
    if (!calendar) return { outcome: 'unavailable', retryAfterSeconds: null }
    return calendar.reader.listChanges(grant, { calendarId, cursor: claimed.cursor, window: windowOf(claimed) }, signal)
  })
}

async function end(session: Session, at: Claimed, cursor: string): Promise<'succeeded'> {
  const { place, leaseId } = session
  const withdrawalsHeld = at.isRoundOpen ? await withdrawalsToHold(session, at) : null
  if (at.isRoundOpen && withdrawalsHeld === null) await dropUnseen(session, at, cursor)
  const next =
    withdrawalsHeld === null
      ? { cursor, afterSeconds: intervalSeconds }
      : { cursor: null, afterSeconds: secondReadingSeconds }
  await inTenant(session, async (tx) => {
    // The connection's row before the calendar's: whoever disconnects locks them in this order.
    await noteSyncOutcome(tx, place, 'succeeded')
    await finish(tx, place, leaseId, { ...next, withdrawalsHeld })
  })
  return 'succeeded'
}

/** One calendar that is closed to us says nothing of the others: the account itself is closed only when it shows none. */
async function refused(session: Session, at: Claimed): Promise<Synchronised['outcome']> {
  const { pool, services, place } = session
  const { platformHolderId, integrationId, calendarId } = place
  const signal = AbortSignal.any([session.signal, AbortSignal.timeout(callTimeoutMs)])
  const use = { pool, services, platformHolderId, integrationId, signal }
  const listed = await relistCalendars(use, place.provider, calendarId)
  if (listed.outcome === 'relisted') return 'calendar_refused'
  if (listed.outcome === 'not_connected') return giveBack(session, 'not_connected')
  return session.signal.aborted ? giveBack(session, 'stopped') : fail(session, at, listed)
}

async function fail(
  session: Session,
  { failures }: Claimed,
  failure: { readonly outcome: Failure; readonly retryAfterSeconds?: number | null },
): Promise<Failure> {
  const afterSeconds = pauseSeconds(failures, failure.retryAfterSeconds ?? null)
  await inTenant(session, async (tx) => {
    await noteSyncOutcome(tx, session.place, failure.outcome)
    await postpone(tx, session.place, session.leaseId, { afterSeconds, isFailure: true })
  })
  return failure.outcome
}

async function giveBack(session: Session, outcome: 'not_connected' | 'stopped' | 'paused'): Promise<typeof outcome> {
  const afterSeconds = outcome === 'stopped' ? 0 : intervalSeconds
  await inTenant(session, (tx) => postpone(tx, session.place, session.leaseId, { afterSeconds, isFailure: false }))
  return outcome
}

/** One minute, doubled each time up to an hour, and never less than the provider asked for. With jitter. */
function pauseSeconds(failures: number, retryAfterSeconds: number | null): number {
  const pause = Math.min(longestPauseSeconds, 60 * 2 ** Math.min(failures, 10)) * (0.8 + Math.random() * 0.2)
  return Math.max(pause, Math.min(retryAfterSeconds ?? 0, 24 * 3_600))
}
