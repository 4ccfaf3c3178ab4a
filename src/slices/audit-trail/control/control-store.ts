import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/** Operations by which one person is opened. Others read along with these, or show many at once, and count for nothing. */
export const openings = [
  'getHolderAppointment',
  'getHolderPerson',
  'getHolderReply',
  'getHolderRecipientRequest',
] as const

export type ControlRow = {
  readonly actorId: string
  readonly actorName: string | null
  readonly people: number
  readonly openings: number
  readonly outsideHours: number
  readonly mostOpened: string
  readonly mostOpenings: number
}

const orders = { people: 'people', outside: 'outside_hours', often: 'most_openings' } as const
export type ControlOrder = keyof typeof orders

/** Who of staff opened whom in a month, up to a hundred of them. Opening somebody again within the hour is no other opening. */
const selectControl = (order: ControlOrder) =>
  statement<ControlRow>(
    `list_openings_by_${order}`,
    `with opening as (
       select distinct e.actor_id, r.person, date_trunc('hour', e.at, $5) as hour
       from audit_event e
       cross join lateral (
         select coalesce(h.same_person_as, h.id) as person from holder_recipient h
         where h.platform_holder_id = e.platform_holder_id and h.id = any(e.subjects)
       ) r
       where e.platform_holder_id = $1 and e.at >= $2 and e.at < $3 and e.actor_kind = 'staff' and e.action = any($4)
     ), of_person as (
       select actor_id, person, count(*) as times,
         count(*) filter (where extract(isodow from hour at time zone $5) = 7
           or extract(hour from hour at time zone $5) not between $6 and $7 - 1) as outside
       from opening group by 1, 2
     ), of_actor as (
       select actor_id, count(*) as people, sum(times)::integer as openings, sum(outside)::integer as outside_hours,
         (array_agg(person order by times desc, person))[1] as most_opened, max(times) as most_openings
       from of_person group by 1
     )
     select a.*, coalesce(s.name, s.email) as actor_name
     from of_actor a
     left join staff_member s on s.platform_holder_id = $1 and s.id = a.actor_id
     order by ${orders[order]} desc, people desc, actor_id limit 100`,
  )

const byOrder = { people: selectControl('people'), outside: selectControl('outside'), often: selectControl('often') }

export type Month = { readonly from: Temporal.Instant; readonly to: Temporal.Instant; readonly timezone: string }

/** @param hours local hours of work, of every day but Sunday: the first, and that in which nobody works any more */
export function listOpenings(
  tx: HolderTx,
  { from, to, timezone }: Month,
  order: ControlOrder,
  hours: readonly [number, number],
): Promise<ControlRow[]> {
  return tx.rows(byOrder[order], [tx.platformHolderId, from, to, openings, timezone, ...hours])
}

export const selectZone = statement<{ defaultTimezone: string }>(
  'select_zone_of_trail',
  'select default_timezone from platform_holder where platform_holder_id = $1',
)
