import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { Provider } from '#/slices/calendars/integration-id.ts'

/** Upcoming events that nobody is reminded of, and cancellations that wait, of the calendars that are read. */
export type LeftOut = {
  readonly integrationId: string
  readonly eventCount: number
  readonly withdrawalsHeld: number
}

/** Why nobody is reminded of an event that the intake has not refused. */
export const leftOutReasons = [
  'nobody_named',
  'several_attendees',
  'contact_unreadable',
  'event_unreadable',
  'organized_elsewhere',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** One of them, by place and start only. */
export type LeftOutEvent = {
  readonly integrationId: string
  readonly provider: Provider
  readonly calendarId: string
  readonly eventId: string
  readonly startsAt: Temporal.Instant
  readonly outcome: 'no_recipient' | 'refused'
  /** One of the reasons above; of a refusal its error code. */
  readonly reason: string
}

/** How many of them each integration of a holder has; none for one whose calendars are not read. */
export function countLeftOut(tx: HolderTx): Promise<LeftOut[]> {
  return tx.rows(selectCounts, [tx.platformHolderId])
}

const isLeftOut = `e.platform_holder_id = s.platform_holder_id and e.integration_id = s.integration_id and e.calendar_id = s.calendar_id
  and e.outcome <> 'appointment' and e.starts_at >= tijdig_now()`

const selectCounts = statement<LeftOut>(
  'count_left_out_events_of_holder',
  `select s.integration_id, coalesce(sum(e.events), 0)::bigint as event_count,
     coalesce(sum(s.withdrawals_held), 0)::bigint as withdrawals_held
   from calendar_sync s cross join lateral (select count(*) as events from calendar_event e where ${isLeftOut}) e
   where s.platform_holder_id = $1 group by s.integration_id order by s.integration_id limit 10`,
)

/** How many of each integration are named; all of them are counted. */
export const namedEvents = 20

/** The first of each integration to begin, as staff and operators see them. */
export function listLeftOutEvents(tx: HolderTx): Promise<LeftOutEvent[]> {
  return tx.rows(selectEvents, [tx.platformHolderId, namedEvents])
}

const selectEvents = statement<LeftOutEvent>(
  'list_left_out_events_by_integration',
  `select c.integration_id, c.provider, e.calendar_id, e.event_key as event_id, e.starts_at,
     e.outcome, e.reason
   from integration_connection c cross join lateral (
     select e.calendar_id, e.event_key, e.starts_at, e.outcome, e.reason
     from calendar_event e join calendar_sync s on ${isLeftOut}
     where e.platform_holder_id = $1 and e.integration_id = c.integration_id
     order by e.starts_at, e.event_key limit $2) e
   where c.platform_holder_id = $1 order by c.provider, e.starts_at, e.event_key limit 100`,
)
