import type { HolderTx } from '#/kernel/postgres/db.ts'
import type { ChangePage } from '#/ports/calendar.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { listSelectedCalendars } from '#/slices/integrations/integrations.ts'
import { judgeEvent, shortKey, type EventContext } from './judge-event.ts'
import { inTenant, type Session } from './session.ts'
import { dropEvent, fingerprintOf, isSettled, settleEvent } from './settle-event.ts'
import { countUnseen, findEvents, findUnseen, markSeen, type Claimed, type KnownEvent } from './store.ts'

type Page = Extract<ChangePage, { outcome: 'page' }>

/**
 * Settles the events of a page one after the other, each in a transaction of its own, so that one that cannot be taken
 * in stops no other. Unchanged events need none.
 *
 * @throws LeaseLost
 */
export async function settlePage(session: Session, { round, now }: Claimed, page: Page): Promise<void> {
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
  for (const event of page.events) {
    const key = shortKey(event.eventId)
    const before = known.get(key)
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

/** After a full reading: drops upcoming events that it did not show. @throws LeaseLost */
export async function dropUnseen(session: Session, claimed: Claimed): Promise<void> {
  const { services, leaseId, place } = session
  const { round } = claimed
  const window = windowOf(claimed)
  for (;;) {
    const unseen = await inTenant(session, (tx) => findUnseen(tx, place, round, window, 100))
    for (const event of unseen)
      await inTenant(session, (tx) => dropEvent({ tx, services, place, leaseId, round }, event))
    if (unseen.length < 100) return
  }
}

function windowOf({ windowFrom, windowTo, now }: Claimed) {
  return { from: windowFrom ?? now, to: windowTo ?? now }
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
