import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { readBehind } from '#/kernel/postgres/connecting/standby.ts'
import { datesBetween, LocalDate, toDays } from '#/kernel/time/local-days.ts'
import { described, extending, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { compareGroup } from './compare-groups.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { policyParams, policyParamsExample } from '#/slices/reminders/reminders.ts'
import { countedDays, leadTimes, readReport, type LeadTime, ReportGrouping, type ReportRow } from './report-store.ts'

const maxSpanDays = 366

const count = (description: string) => Type.Integer({ minimum: 0, description })

const counts = {
  appointments: count('Appointments that start in the period, with any status.'),
  started: count('Of these, the ones that have started and were not cancelled.'),
  outcomeRecorded: count('Of those, the ones recorded as completed or no-show. Only for these are no-shows known.'),
  reached: count(
    'Appointments with at least one message that was delivered, or an e-mail that did not bounce within 72 hours.',
  ),
  answered: count('Appointments that the recipient confirmed, or asked to cancel or to move.'),
  cancelledEarly: count('Appointments cancelled more than 24 hours before their start.'),
  planned: count(
    'All reminders ever planned for them, of every schedule revision: the sum of the nine outcomes below.',
  ),
  sent: count('Reminders that a provider accepted, or may have, at least once; they also count under their outcome.'),
  pending: count('Outcome: still to be sent, or held for review.'),
  awaitingReceipt: count('Outcome: handed over, no final receipt yet. E-mail that did not bounce stays here.'),
  delivered: count('Outcome: delivered, according to the provider.'),
  failed: count('Outcome: not delivered, or permanently rejected.'),
  unknown: count('Outcome: handed over, delivery cannot be determined.'),
  suppressed: count('Outcome: not sent because of an opt-out, or because your organization was not active.'),
  skipped: count('Outcome: not sent for a reason known when it was planned or due, such as no contact.'),
  cancelled: count('Outcome: withdrawn, because the appointment was moved or cancelled or the policy changed.'),
  expired: count('Outcome: too late to be useful.'),
  confirmed: count('Appointments whose current schedule the recipient confirmed.'),
  cancelRequests: count('Cancellation requests of recipients for these appointments.'),
  rescheduleRequests: count('Reschedule requests of recipients for these appointments.'),
  completed: count('Appointments recorded as completed.'),
  noShow: count('Appointments recorded as no-show.'),
}
const Counts = strictObject(counts, { title: 'ReminderReportCounts' })
/** Shares only within one lead time: people who book long ahead miss more, reminded or not. */
const byLeadTime = {
  outcomeRecordedShare: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        '`outcomeRecorded` / `started`. Look at this first: where it is low or differs, no-shows cannot be compared. Null when none has started.',
    }),
  ),
  noShowShare: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: '`noShow` / `outcomeRecorded`. Null when no outcome is recorded.',
    }),
  ),
}
const comparison = {
  comparison: oneOf(['comparable', 'not_comparable'], {
    description:
      'Whether no-shows of this group can be compared with those of all others. `not_comparable`: the groups differ by more than chance in lead time or in how many outcomes are recorded, or one side has fewer than 30 outcomes; a difference then says nothing about reminders.',
  }),
}
const totalsExample = {
  appointments: 120,
  started: 110,
  outcomeRecorded: 94,
  reached: 104,
  answered: 80,
  cancelledEarly: 7,
  planned: 250,
  sent: 210,
  pending: 10,
  awaitingReceipt: 60,
  delivered: 140,
  failed: 6,
  unknown: 4,
  suppressed: 5,
  skipped: 15,
  cancelled: 8,
  expired: 2,
  confirmed: 80,
  cancelRequests: 0,
  rescheduleRequests: 0,
  completed: 90,
  noShow: 4,
}

export const getHolderReminderReport = operation({
  operationId: 'getHolderReminderReport',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/reports/reminders',
  tag: 'Reminders',
  summary: 'Count reminders and appointment outcomes',
  description:
    'Counts appointments that start on the days `from` to `to` (both inclusive, at most 366 days, local days of your organization) and all reminders planned for them. Groups: `day` is the local day of the start; `channel` and `locale` are those of the reminder, or `none`, and an appointment counts in every group it has a reminder in; `appointmentType` is its id or `none`; `leadTime` is the number of whole days between registration and start. Groups of fewer than five recipients are merged into `other`, with the next smallest group if that still leaves fewer than five; an appointment counts there once per merged group. Do not compare reminded with unreminded appointments: those made on the day itself get few reminders and are seldom missed. Therefore `leadTimes` counts no-shows by lead time, next to the share of recorded outcomes, and each group says whether it is comparable.',
  role: 'platform_holder_user',
  scope: 'reminders:read',
  auth: ['apiKey', 'browserSession'],
  isOfAllLocations: true,
  params: policyParams,
  query: strictObject({
    from: LocalDate,
    to: LocalDate,
    groupBy: Type.Optional({ ...ReportGrouping, default: 'day' as const }),
  }),
  body: null,
  success: [200],
  data: strictObject(
    {
      from: LocalDate,
      to: LocalDate,
      groupBy: ReportGrouping,
      groups: Type.Array(
        extending(
          Counts,
          strictObject(
            {
              key: Type.String({
                maxLength: 128,
                description: 'The group; small ones are merged into `other`.',
                examples: ['sms'],
              }),
              ...comparison,
              ...counts,
            },
            { title: 'ReminderReportGroup' },
          ),
        ),
        { maxItems: 1000, description: 'The counts of each group; groups without appointments are left out.' },
      ),
      leadTimes: Type.Array(
        extending(
          Counts,
          strictObject(
            {
              key: oneOf([...leadTimes, 'other'], {
                title: 'ReportLeadTime',
                description:
                  'Time between registration and start, in whole days; small groups are merged into `other`.',
              }),
              ...byLeadTime,
              ...counts,
            },
            { title: 'ReminderReportLeadTime' },
          ),
        ),
        {
          maxItems: leadTimes.length + 1,
          description: 'The same counts by lead time, regardless of `groupBy`; small groups are merged.',
        },
      ),
      totals: described(Counts, 'Every appointment, counted once.'),
    },
    { title: 'ReminderReport' },
  ),
  errors: [],
  example: {
    params: policyParamsExample,
    query: { from: '2026-12-01', to: '2026-12-31', groupBy: 'channel' },
    data: {
      from: '2026-12-01',
      to: '2026-12-31',
      groupBy: 'channel',
      groups: [{ key: 'sms', comparison: 'not_comparable' as const, ...totalsExample }],
      leadTimes: [{ key: '15-30d', outcomeRecordedShare: 0.8545, noShowShare: 0.0426, ...totalsExample }],
      totals: totalsExample,
    },
  },
}).handle(async (ctx, { query }) => {
  const { from, to, groupBy = 'day' } = query
  const dates = datesBetween(from, to, maxSpanDays)
  const rows = await readBehind(ctx, async (tx) => {
    const { defaultTimezone } = await getHolderContext(tx)
    const counted = await countedDays(tx, ctx.platformHolderId, { from, to, timezone: defaultTimezone })
    const live = toDays(
      dates.filter((date) => !counted.has(date.toString())),
      defaultTimezone,
    )
    return readReport(tx, ctx.platformHolderId, groupBy, live, [...counted])
  })
  const groupsOf = (grouping: ReportGrouping) =>
    rows
      .flatMap((row) => (row.grouping === grouping && row.key !== null ? [{ ...row, key: row.key }] : []))
      .sort((one, other) => rankOf(grouping, one.key) - rankOf(grouping, other.key))
  const totals = rows.find((row) => row.grouping === null)
  return {
    from,
    to,
    groupBy,
    groups: groupsOf(groupBy).map((row) => ({
      key: row.key,
      comparison: compareGroup(row, totals ?? row),
      ...toCounts(row),
    })),
    leadTimes: groupsOf('leadTime').map((row) => ({
      // Safe: the keys of this grouping come from the same list.
      key: row.key as LeadTime | 'other',
      outcomeRecordedShare: share(row.outcomeRecorded, row.started),
      noShowShare: share(row.noShow, row.outcomeRecorded),
      ...toCounts(row),
    })),
    // The grand total of SQL is there also when there is nothing to count; its sums are then null.
    totals: toCounts(totals),
  }
})

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}

function toCounts(row: ReportRow | undefined) {
  return {
    appointments: row?.appointments ?? 0,
    started: row?.started ?? 0,
    outcomeRecorded: row?.outcomeRecorded ?? 0,
    reached: row?.reached ?? 0,
    answered: row?.answered ?? 0,
    cancelledEarly: row?.cancelledEarly ?? 0,
    planned: row?.planned ?? 0,
    sent: row?.sent ?? 0,
    pending: row?.pending ?? 0,
    awaitingReceipt: row?.awaitingReceipt ?? 0,
    delivered: row?.delivered ?? 0,
    failed: row?.failed ?? 0,
    unknown: row?.unknown ?? 0,
    suppressed: row?.suppressed ?? 0,
    skipped: row?.skipped ?? 0,
    cancelled: row?.cancelled ?? 0,
    expired: row?.expired ?? 0,
    confirmed: row?.confirmed ?? 0,
    cancelRequests: row?.cancelRequests ?? 0,
    rescheduleRequests: row?.rescheduleRequests ?? 0,
    completed: row?.completed ?? 0,
    noShow: row?.noShow ?? 0,
  }
}

/** Groups come in the order of their keys, lead times from short to long, and `other` last. */
function rankOf(groupBy: ReportGrouping, key: string): number {
  if (key === 'other') return leadTimes.length
  return groupBy === 'leadTime' ? (leadTimes as readonly string[]).indexOf(key) : 0
}
