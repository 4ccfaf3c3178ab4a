import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { described, HolderPathId, nullable, strictObject } from '#/kernel/schema.ts'
import { datesBetween, LocalDate, toDays } from '#/kernel/time/local-days.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { countAppointments, CountsGrouping, type CountsRow } from './counts-store.ts'

/** Each appointment is looked at: a week of two thousand a day took some 0.6 s on a busy machine of two cores. */
const maxSpanDays = 14

const count = (description: string) => Type.Integer({ minimum: 0, description })

const counts = {
  appointments: count('Appointments that start then, with any status.'),
  registered: count('Of these, the ones that were neither cancelled nor recorded as completed or no-show.'),
  completed: count('Recorded as completed.'),
  noShow: count('Recorded as no-show.'),
  cancelled: count('Cancelled.'),
  confirmed: count('Not cancelled, and confirmed by the recipient as they stand.'),
  openRequests: count('Still ahead, with a request of the recipient that awaits review.'),
  unreached: count('What `attention=unreached` lists: still ahead, and nobody could be told.'),
  delivery: strictObject(
    {
      none: count('No message.'),
      planned: count('A message is planned.'),
      inProgress: count('A message is on its way.'),
      delivered: count('The last message was delivered.'),
      failed: count('The last message did not arrive.'),
      suppressed: count('No message is sent, because of an opt-out or because your organization was not active.'),
      unknown: count('Delivery of the last message cannot be determined.'),
    },
    {
      title: 'AppointmentCountsByDelivery',
      description: 'The appointments that are not cancelled, each once, by their delivery status.',
    },
  ),
}
const Counts = strictObject(counts, { title: 'AppointmentCounts' })

const example = {
  appointments: 38,
  registered: 35,
  completed: 0,
  noShow: 0,
  cancelled: 3,
  confirmed: 12,
  openRequests: 2,
  unreached: 1,
  delivery: { none: 1, planned: 20, inProgress: 2, delivered: 10, failed: 1, suppressed: 1, unknown: 0 },
}

export const getHolderAppointmentCounts = operation({
  operationId: 'getHolderAppointmentCounts',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/reports/appointments',
  tag: 'Appointments',
  summary: 'Count appointments by day, location and state',
  description:
    'Counts the appointments that start on the days `from` to `to` (both inclusive, at most 14 days, local days of your organization), to the last one and as they stand now. Groups are the local days of the start, the locations, or the locations of each day; groups without appointments are left out.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    from: LocalDate,
    to: LocalDate,
    groupBy: Type.Optional({ ...CountsGrouping, default: 'day' as const }),
  }),
  body: null,
  success: [200],
  data: strictObject(
    {
      from: LocalDate,
      to: LocalDate,
      groupBy: CountsGrouping,
      groups: Type.Array(
        strictObject(
          {
            day: described(nullable(LocalDate), 'The local day; null when not split by day.'),
            locationId: nullable(
              Type.String({
                maxLength: 128,
                description: 'The location, or `none` for appointments without one; null when not split by location.',
                examples: ['main'],
              }),
            ),
            ...counts,
          },
          { title: 'AppointmentCountsGroup' },
        ),
        { maxItems: 10_000, description: 'The counts of each group, in order of day and location.' },
      ),
      totals: described(Counts, 'Every appointment, counted once.'),
    },
    { title: 'AppointmentCountsReport' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    query: { from: '2026-12-01', to: '2026-12-07', groupBy: 'day' },
    data: {
      from: '2026-12-01',
      to: '2026-12-07',
      groupBy: 'day' as const,
      groups: [{ day: '2026-12-01', locationId: null, ...example }],
      totals: example,
    },
  },
}).handle(async (ctx, { query }) => {
  const { from, to, groupBy = 'day' } = query
  const dates = datesBetween(from, to, maxSpanDays)
  const { defaultTimezone } = await getHolderContext(ctx.tx)
  const rows = await countAppointments(ctx.tx, groupBy, toDays(dates, defaultTimezone))
  const groups = rows.map((row) => ({ day: row.day, locationId: row.locationId, ...toCounts([row]) }))
  return { from, to, groupBy, groups, totals: toCounts(rows) }
})

/** The counts of groups that share no appointment, together. */
function toCounts(rows: readonly CountsRow[]) {
  const sum = (countOf: (row: CountsRow) => number) => rows.reduce((total, row) => total + countOf(row), 0)
  return {
    appointments: sum((row) => row.appointments),
    registered: sum((row) => row.registered),
    completed: sum((row) => row.completed),
    noShow: sum((row) => row.noShow),
    cancelled: sum((row) => row.cancelled),
    confirmed: sum((row) => row.confirmed),
    openRequests: sum((row) => row.openRequests),
    unreached: sum((row) => row.unreached),
    delivery: {
      none: sum((row) => row.deliveryNone),
      planned: sum((row) => row.deliveryPlanned),
      inProgress: sum((row) => row.deliveryInProgress),
      delivered: sum((row) => row.deliveryDelivered),
      failed: sum((row) => row.deliveryFailed),
      suppressed: sum((row) => row.deliverySuppressed),
      unknown: sum((row) => row.deliveryUnknown),
    },
  }
}
