import { camelCase, type CamelCase } from '#/kernel/postgres/values/columns.ts'
import { outcomesByLeadTime, type ReportRow } from './report-store.ts'

export type Comparison = 'comparable' | 'not_comparable'

type Counted = Pick<ReportRow, 'started' | 'outcomeRecorded' | CamelCase<(typeof outcomesByLeadTime)[number]>>

/**
 * Whether the no-shows of a group may be compared with those of all others. Whoever books far ahead misses more and is
 * reminded more: when lead times, or how often outcomes are recorded, differ by more than chance, a difference in
 * no-shows says nothing about reminders.
 */
export function compareGroup(group: Counted, totals: Counted): Comparison {
  const outcomes = pairOf(group, totals, 'outcomeRecorded')
  if (Math.min(...outcomes) < fewestOutcomes) return 'not_comparable'
  const [started, startedElsewhere] = pairOf(group, totals, 'started')
  const leadTimes = outcomesByLeadTime.map((name) => pairOf(group, totals, camelCase(name)))
  const recorded = [outcomes, [started - outcomes[0], startedElsewhere - outcomes[1]] as const]
  return isChance(leadTimes) && isChance(recorded) ? 'comparable' : 'not_comparable'
}

/** With fewer outcomes on either side even a large difference passes for chance. */
const fewestOutcomes = 30

type Pair = readonly [ofGroup: number, ofOthers: number]

function pairOf(group: Counted, totals: Counted, name: keyof Counted): Pair {
  return [group[name], totals[name] - group[name]]
}

/** Pearson's chi-squared test of homogeneity, at five per cent: whether both columns may have been drawn from one mix. */
function isChance(rows: readonly Pair[]): boolean {
  const filled = rows.filter(([one, other]) => one + other > 0)
  const ofGroup = sum(filled.map(([one]) => one))
  const all = sum(filled.map(([one, other]) => one + other))
  const distance = sum(
    filled.map(([one, other]) => {
      const expected = ((one + other) * ofGroup) / all
      const expectedOfOthers = one + other - expected
      return (one - expected) ** 2 / expected + (other - expectedOfOthers) ** 2 / expectedOfOthers
    }),
  )
  return distance <= (criticalValues[filled.length - 1] ?? 0)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Of the chi-squared distribution at 0.05; the index is the degrees of freedom. */
const criticalValues = [0, 3.841, 5.991, 7.815, 9.488, 11.07]
