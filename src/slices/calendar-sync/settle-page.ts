import type { HolderTx } from '#/kernel/postgres/db.ts'
import type { ChangePage } from '#/ports/calendar.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { listSelectedCalendars } from '#/slices/calendars/calendars.ts'
import { judgeEvent, shortKey, type EventContext } from './judge-event.ts'
import { inTenant, type Session } from './session.ts'
import { lookUp } from './look-up.ts'
import { dropEvent, fingerprintOf, isSettled, settleEvent } from './settle-event.ts'
import { countUnseen, findEvents, findUnseen, markSeen, windowOf, type Claimed, type KnownEvent } from './store.ts'

type Page = Extract<ChangePage, { outcome: 'page' }>

/**
 * Settles the events of a page one after the other, each in a transaction of its own, so that one that cannot be taken
 * in stops no other. Unchanged events need none.
 *
 * @throws LeaseLost
 * @throws LookUpFailed
 */
export async function settlePage(session: Session, claimed: Claimed, page: Page): Promise<void> {
  const { round, now } = claimed
  const { services, leaseId, place } = session
  const eventKeys = page.events.map(({ eventId }) => shortKey(eventId))
  const wholeObjects = (page.wholeObjectIds ?? []).map(shortKey)
  const unreadObjects = (page.unreadObjectIds ?? []).map(shortKey)
  const { context, found } = await inTenant(session, async (tx) => {
    const [found, context] = await Promise.all([
      findEvents(tx, place, eventKeys, [...wholeObjects, ...unreadObjects]),
      readContext(session, tx),
    ])
    return { context, found }
  })
  const known = new Map(found.map((event) => [event.eventKey, event]))
  const unread = new Set(unreadObjects)
  const asBefore = found
    .filter(({ objectKey }) => objectKey !== null && unread.has(objectKey))
    .map((event) => event.eventKey)
  for (const listed of page.events) {
    const key = shortKey(listed.eventId)
    const before = known.get(key)
    let event = listed
    if (listed.isUnlisted && before && mayBeMoved(before, now)) {
      const found = await lookUp(session, claimed, page.cursor, before)
      if (found.outcome === 'found') ({ event } = found)
    }
    const judged = judgeEvent(event, context)
    if (judged.kind === 'none') {
      if (!before) continue
      await inTenant(session, (tx) => dropEvent({ tx, services, place, leaseId, round }, before))
      known.delete(key)
    } else if (before && isSettled(before, judged, fingerprintOf(services, judged), event)) {
      asBefore.push(key)
    } else if (isPast(judged.startsAt, now) && (!before || isPast(before.startsAt, now))) {
      // What has begun is neither taken in nor rewritten.
      if (before) asBefore.push(key)
    } else {
      known.set(
        key,
        await inTenant(session, (tx) => settleEvent({ tx, services, place, leaseId, round }, event, judged, before)),
      )
    }
  }
  await dropLeftOut(session, round, { known, eventKeys, wholeObjects })
  if (asBefore.length > 0) await inTenant(session, (tx) => markSeen(tx, place, asBefore, round))
}

/** Only of these it matters whether they are gone. */
function mayBeMoved({ hasAppointment, startsAt }: KnownEvent, now: Temporal.Instant): boolean {
  return hasAppointment && !isPast(startsAt, now)
}

type LeftOut = {
  readonly known: ReadonlyMap<string, KnownEvent>
  readonly eventKeys: readonly string[]
  readonly wholeObjects: readonly string[]
}

/** Drops known events of objects that were given whole and no longer have them. */
async function dropLeftOut(
  session: Session,
  round: number,
  { known, eventKeys, wholeObjects }: LeftOut,
): Promise<void> {
  const { services, leaseId, place } = session
  const listed = new Set(eventKeys)
  const whole = new Set(wholeObjects)
  for (const event of known.values()) {
    if (event.objectKey === null || !whole.has(event.objectKey) || listed.has(event.eventKey)) continue
    await inTenant(session, (tx) => dropEvent({ tx, services, place, leaseId, round }, event))
  }
}

const fewestHeld = 20

/**
 * A full reading that lacks most of a calendar's appointments is more often an incomplete answer than a practice that
 * stopped: they are cancelled only when the next one lacks no more.
 *
 * @returns how many cancellations wait; null when missing events may be dropped
 */
export async function withdrawalsToHold(session: Session, claimed: Claimed): Promise<number | null> {
  const { round, withdrawalsHeld } = claimed
  const { unseen, all } = await inTenant(session, (tx) => countUnseen(tx, session.place, round, windowOf(claimed)))
  const isMost = unseen >= fewestHeld && unseen * 2 > all
  const isSaidAgain = withdrawalsHeld !== null && unseen <= withdrawalsHeld
  return isMost && !isSaidAgain ? unseen : null
}

/**
 * After a full reading: drops upcoming events that it did not show, unless they were only moved beyond the window.
 *
 * @param cursor of its last page
 * @throws LeaseLost
 * @throws LookUpFailed
 */
export async function dropUnseen(session: Session, claimed: Claimed, cursor: string): Promise<void> {
  const { services, leaseId, place } = session
  const { round, now } = claimed
  const window = windowOf(claimed)
  for (;;) {
    const unseen = await inTenant(session, (tx) => findUnseen(tx, place, round, window, 100))
    for (const event of unseen) {
      const found = mayBeMoved(event, now) ? await lookUp(session, claimed, cursor, event) : null
      if (found?.outcome === 'found')
        await settlePage(session, claimed, { outcome: 'page', events: [found.event], cursor, isLast: false })
      else if (found?.outcome === 'unread')
        await inTenant(session, (tx) => markSeen(tx, place, [event.eventKey], round))
      else await inTenant(session, (tx) => dropEvent({ tx, services, place, leaseId, round }, event))
    }
    if (unseen.length < 100) return
  }
}

async function readContext({ place }: Session, tx: HolderTx): Promise<EventContext> {
  const { integrationId, calendarId, provider } = place
  const [holder, calendars] = await Promise.all([getHolderContext(tx), listSelectedCalendars(tx, integrationId)])
  const calendar = calendars.find((one) => one.calendarId === calendarId)
  return { provider, calendarId, calendarTimeZone: calendar?.timeZone ?? null, holder }
}

function isPast(instant: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(instant, now) <= 0
}
