import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/** Operations by which one person is opened. Others read along with these, or show many at once, and count for nothing. */
export const openings = [
  'getHolderAppointment',
  'getHolderPerson',
  'getHolderReply',
  'getHolderRecipientRequest',
] as const

/** How often a member of staff opened a person on a day, once an hour at most, and how often of that outside working hours. */
export type DayOpenings = {
  readonly actorId: string
  readonly person: string
  readonly times: number
  readonly outside: number
}

const selectDay = statement<DayOpenings>(
  'list_openings_of_day',
  `with opening as (
     select distinct e.actor_id, coalesce(h.same_person_as, h.id) as person, date_bin('1 hour', e.at, $2) as hour
     from audit_event e cross join unnest(e.subjects) subject
     join holder_recipient h on h.platform_holder_id = $1 and h.id = subject
     where e.platform_holder_id = $1 and e.at >= $2 and e.at < $3 and e.actor_kind = 'staff' and e.action = any($4)
   )
   select actor_id, person, count(*)::integer as times,
     (count(*) filter (where extract(isodow from hour at time zone $5) = 7
       or extract(hour from hour at time zone $5) not between $6 and $7 - 1))::integer as outside
   from opening group by 1, 2`,
)

/** A day of a zone. */
export type LocalDay = { readonly from: Temporal.Instant; readonly to: Temporal.Instant; readonly timezone: string }

/** @param hours local hours of work, of every day but Sunday: the first, and that in which nobody works any more */
export function listOpenings(
  tx: HolderTx,
  { from, to, timezone }: LocalDay,
  hours: readonly [number, number],
): Promise<DayOpenings[]> {
  return tx.rows(selectDay, [tx.platformHolderId, from, to, openings, timezone, ...hours])
}

export const selectZone = statement<{ defaultTimezone: string }>(
  'select_zone_of_trail',
  'select default_timezone from platform_holder where platform_holder_id = $1',
)

/** Addresses of staff and names of programs, as they are now. */
export const selectNames = statement<{ id: string; name: string | null }>(
  'list_names_of_trail',
  'select id, coalesce(name, email) as name from staff_member where platform_holder_id = $1 and id = any($2)',
)
