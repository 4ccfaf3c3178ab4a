import { addDays, startOfWeek } from '#web/ui/time/days.ts'
import type { Report, ReportGroup } from './delivery-queries.ts'

/** A day or a week that begins with it. */
export type DayBar = Pick<ReportGroup, 'planned' | 'sent' | 'delivered'> & { readonly day: string }

const mostDays = 31

/** The report by day, or by week when longer than a month; days with few people are combined in `others`. */
export function dayBars({ from, to, groups }: Report): {
  readonly step: 'day' | 'week'
  readonly bars: readonly DayBar[]
  readonly others: ReportGroup | undefined
} {
  const step = addDays(from, mostDays) > to ? 'day' : 'week'
  const beginOf = (day: string) => (step === 'day' ? day : startOfWeek(day))
  const bars = new Map<string, DayBar>()
  for (let day = from; day <= to; day = addDays(day, 1))
    bars.set(beginOf(day), { day: beginOf(day), planned: 0, sent: 0, delivered: 0 })
  for (const { key, planned, sent, delivered } of groups) {
    const bar = key === 'other' ? undefined : bars.get(beginOf(key))
    if (bar === undefined) continue
    const sum = {
      planned: bar.planned + planned,
      sent: bar.sent + sent,
      delivered: bar.delivered + delivered,
    }
    bars.set(bar.day, { day: bar.day, ...sum })
  }
  return { step, bars: [...bars.values()], others: groups.find(({ key }) => key === 'other') }
}
