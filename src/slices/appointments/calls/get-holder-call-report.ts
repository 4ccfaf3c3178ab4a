import { Type, type Static } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { readBehind } from '#/kernel/postgres/connecting/standby.ts'
import { datesBetween, LocalDate, toDays } from '#/kernel/time/local-days.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { appointmentExample } from '#/slices/appointments/reading/appointment-view.ts'
import { readCallReport, type CallReportRow } from './call-report-store.ts'

const spanDaysMax = 366

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description, examples: [0.25] })
const Group = strictObject(
  {
    key: Type.String({
      maxLength: 20,
      description: 'The language (BCP 47) or the channel; small groups are merged into `other`.',
      examples: ['nl'],
    }),
    appointments: Type.Integer({ minimum: 0, description: 'Appointments that start in the period.' }),
    called: Type.Integer({ minimum: 0, description: 'Those about which somebody was called.' }),
    appointmentsShare: share('Its part of all appointments.'),
    calledShare: share('Its part of all those about which somebody was called.'),
  },
  { title: 'CallReportGroup' },
)

export const getHolderCallReport = operation({
  operationId: 'getHolderCallReport',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/reports/calls',
  tag: 'Appointments',
  summary: 'Compare who is called with who has appointments',
  description:
    'Of appointments that start on the days `from` to `to` (both inclusive, at most 366 days, local days of your organization): how many each language and each channel of messages has, and how many of those are called about. Neither orders the call list, so a part of the calls that is far from the part of the appointments shows that something else does: messages that do not arrive in one language, or people without an address. Groups of fewer than five people are merged into `other`, with the next smallest group if that still leaves fewer than five.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({ from: LocalDate, to: LocalDate }),
  body: null,
  success: [200],
  data: strictObject(
    {
      from: LocalDate,
      to: LocalDate,
      locales: Type.Array(Group, { maxItems: 200, description: 'By the language in which people are written to.' }),
      channels: Type.Array(Group, {
        maxItems: 4,
        description: 'By channel of the last message: `sms`, `email`, `none`.',
      }),
    },
    { title: 'CallReport' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    query: { from: '2026-12-01', to: '2026-12-31' },
    data: {
      from: '2026-12-01',
      to: '2026-12-31',
      locales: [{ key: 'nl', appointments: 120, called: 12, appointmentsShare: 1, calledShare: 1 }],
      channels: [{ key: 'sms', appointments: 120, called: 12, appointmentsShare: 1, calledShare: 1 }],
    },
  },
}).handle(async (ctx, { query: { from, to } }) => {
  const dates = datesBetween(from, to, spanDaysMax)
  const rows = await readBehind(ctx, async (tx) => {
    const { beginnings, ends } = toDays(dates, (await getHolderContext(tx)).defaultTimezone)
    const [first, last] = [beginnings[0], ends.at(-1)]
    if (first === undefined || last === undefined) throw new Error('A period has a day')
    return readCallReport(tx, { from: first, to: last })
  })
  return { from, to, locales: groupsOf(rows, 'locale'), channels: groupsOf(rows, 'channel') }
})

function groupsOf(rows: readonly CallReportRow[], grouping: CallReportRow['grouping']): Static<typeof Group>[] {
  const groups = rows.filter((row) => row.grouping === grouping)
  const sum = (of: 'appointments' | 'called') => groups.reduce((total, group) => total + group[of], 0)
  return groups.map(({ key, appointments, called }) => ({
    key,
    appointments,
    called,
    appointmentsShare: shareOf(appointments, sum('appointments')),
    calledShare: shareOf(called, sum('called')),
  }))
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}
