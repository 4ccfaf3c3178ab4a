import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { type CamelCase } from '#/kernel/postgres/values/columns.ts'
import { oneOf } from '#/kernel/schema.ts'
import type { LocalDays } from '#/kernel/time/local-days.ts'
import { deliveryLateral } from '#/slices/reminders/reminders.ts'

const groupings = ['day', 'location', 'dayAndLocation'] as const
export type CountsGrouping = (typeof groupings)[number]
export const CountsGrouping = oneOf(groupings, {
  title: 'AppointmentCountsGrouping',
  description: 'What the counts are split by.',
})

/** Whether nobody told the person of appointment `a`, with its delivery `d`, though there is time to call them. */
export const isUnreached = `a.status = 'registered' and a.starts_at > (select tijdig_now())
  and a.confirmed_revision is distinct from a.schedule_revision
  and (d.delivery_status = 'failed' or d.delivery_status = 'suppressed' and d.delivery_reason_code is distinct from 'recipient_opted_out')`

/** What is counted of appointments `a` with their delivery `d`. */
const counts = {
  appointments: 'true',
  registered: `a.status = 'registered'`,
  completed: `a.status = 'completed'`,
  no_show: `a.status = 'no_show'`,
  cancelled: `a.status = 'cancelled'`,
  confirmed: `a.status <> 'cancelled' and a.confirmed_revision is not distinct from a.schedule_revision`,
  open_requests: 'a.open_request_id is not null and a.starts_at > (select tijdig_now())',
  unreached: isUnreached,
  delivery_none: ofDelivery('none'),
  delivery_planned: ofDelivery('planned'),
  delivery_in_progress: ofDelivery('in_progress'),
  delivery_delivered: ofDelivery('delivered'),
  delivery_failed: ofDelivery('failed'),
  delivery_suppressed: ofDelivery('suppressed'),
  delivery_unknown: ofDelivery('unknown'),
} as const

function ofDelivery(status: string): string {
  return `a.status <> 'cancelled' and d.delivery_status = '${status}'`
}

export type CountsRow = Readonly<Record<CamelCase<keyof typeof counts>, number>> & {
  readonly day: string | null
  /** `none` for those without one. */
  readonly locationId: string | null
}

/** Counts the appointments of local days to the last one, split as asked; groups without any are left out. */
export function countAppointments(tx: HolderTx, groupBy: CountsGrouping, days: LocalDays): Promise<CountsRow[]> {
  return tx.rows(selectCounts[groupBy], [tx.platformHolderId, days.beginnings, days.ends, days.dates])
}

const selectCounts = {
  day: counting('by_day', 'days.date', 'null'),
  location: counting('by_location', 'null', ofLocation()),
  dayAndLocation: counting('by_day_and_location', 'days.date', ofLocation()),
} as const

function ofLocation(): string {
  return `coalesce(a.location_id, 'none')`
}

function counting(name: string, day: string, location: string) {
  const columns = Object.entries(counts).map(
    ([name, condition]) => `count(*) filter (where ${condition})::int as ${name}`,
  )
  return statement<CountsRow>(
    `count_appointments_${name}`,
    `select ${day}::text as day, ${location}::text as location_id, ${columns.join(', ')}
     from unnest($2::timestamptz[], $3::timestamptz[], $4::text[]) as days(beginning, ending, date)
     join appointment a on a.platform_holder_id = $1 and a.starts_at >= days.beginning and a.starts_at < days.ending
     ${deliveryLateral}
     group by 1, 2 order by 1, 2 limit 10000`,
  )
}
