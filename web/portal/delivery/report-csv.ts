import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { countText, type CountId } from './count-text.ts'
import type { Report } from './delivery-queries.ts'

/** The whole report as rows for a spreadsheet: one for the total, each day and each group that is shown. */
export function reportRows(days: Report, grouped: Report, nameOf: (key: string) => string, i18n: I18n) {
  // Safe: `countText` has every count.
  const counts = Object.keys(countText) as CountId[]
  const other = i18n._(msg`Small groups together`)
  const total = i18n._(msg`Total`)
  const line = (part: string, group: string, row: Report['totals']) => [part, group, ...counts.map((id) => row[id])]
  const day = i18n._(msg`Day`)
  const group = i18n._(msg`Group`)
  return [
    [
      i18n._(msg({ message: 'Part', context: 'of the report: total, day or group' })),
      i18n._(msg`Name`),
      ...counts.map((id) => i18n._(countText[id])),
    ],
    line(total, '', days.totals),
    ...days.groups.map((row) => line(day, row.key === 'other' ? other : row.key, row)),
    ...(grouped.groupBy === 'day' ? grouped.leadTimes : grouped.groups).map((row) => line(group, nameOf(row.key), row)),
  ]
}
