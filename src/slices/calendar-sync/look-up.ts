import type { CalendarFailure, FoundEvent } from '#/ports/calendar.ts'
import { withGrant } from '#/slices/calendars/calendars.ts'
import type { Session } from './session.ts'
import { windowOf, type Claimed, type KnownEvent } from './store.ts'

export const callTimeoutMs = 30_000

/** Whether a known event is gone could not be found out. */
export class LookUpFailed extends Error {
  override readonly name = 'LookUpFailed'
  readonly failure: CalendarFailure | { readonly outcome: 'not_connected' }

  constructor(failure: LookUpFailed['failure']) {
    super(failure.outcome)
    this.failure = failure
  }
}

/**
 * Asks for a known event that is not listed any more.
 *
 * @param cursor of the page that lacks it
 * @throws LookUpFailed
 */
export async function lookUp(
  { pool, services, place, signal: stopping }: Session,
  claimed: Claimed,
  cursor: string,
  { eventKey: eventId, objectKey: objectId }: KnownEvent,
): Promise<FoundEvent> {
  // Of a long id only the hash is known.
  if ([eventId, objectId].some((key) => key?.startsWith('sha256-'))) return { outcome: 'gone' }
  const { platformHolderId, integrationId, calendarId } = place
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(callTimeoutMs)])
  const found = await withGrant({ pool, services, platformHolderId, integrationId, signal }, async (grant) => {
    const reader = services.calendars[place.provider]?.reader
    if (!reader) return unavailable
    const asked = await reader.findEvent(
      grant,
      { calendarId, eventId, objectId, cursor, window: windowOf(claimed) },
      signal,
    )
    // The calendar itself was open to us a moment ago.
    return asked.outcome === 'permission_missing' ? unavailable : asked
  })
  // Under the id that it is known by, whichever the answer has: else it would stay unseen.
  if (found.outcome === 'found') return { ...found, event: { ...found.event, eventId } }
  if (found.outcome === 'gone' || found.outcome === 'unread') return found
  throw new LookUpFailed(found)
}

const unavailable = { outcome: 'unavailable', retryAfterSeconds: null } as const
