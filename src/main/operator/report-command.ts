import type { Command } from 'commander'
import {
  createReport,
  daysBack,
  ends,
  type HolderReport,
  type LeadTimeCounts,
  type Lateness,
  type Report,
} from '#/app/operator/holders/report.ts'
import { command, print, seconds, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { holderOption } from '#/main/holder-option.ts'
import { asOperator } from '#/main/operator-session.ts'

type Flags = OutputFlags & { readonly holder?: string; readonly from?: string; readonly to?: string }

/** `tijdig report`: what became of reminders, and how late they left. */
export function reportCommand(): Command {
  return command('report', 'what became of reminders, and how late they left')
    .addOption(holderOption('one platform holder in detail (default: a line for each)'))
    .option(
      '--from <date>',
      `first local day on which their appointments start (YYYY-MM-DD; default: ${daysBack} days before --to, or before today)`,
    )
    .option('--to <date>', 'last local day (default: all that are ahead)')
    .action(async (flags: Flags) => {
      const report = await asOperator(({ pool, standby }) => {
        const { holder = null, from = null, to = null } = flags
        return createReport(pool, { platformHolderId: holder, from, to }, standby)
      })
      print(flags, flags.holder ? answerForOne(report) : report, () =>
        [heading(report), ...(flags.holder ? report.holders.map(detail) : [overview(report)]), footing(report)].join(
          '\n\n',
        ),
      )
    })
}

/** One holder's report is its own object, without a list around it. */
function answerForOne({ holders, ...rest }: Report): object {
  return { ...holders[0], ...rest }
}

function heading({ from, to }: Report): string {
  return `Reminders of the appointments that start from ${from}${to === null ? ' on' : ` to ${to}`} (local days)`
}

function footing({ queryMs, wallMs, lastAdvance }: Report): string {
  const counted = `Counted in ${queryMs} ms; wall time of this report: ${seconds(wallMs)}.`
  if (lastAdvance === null) return counted
  const { by, stops, wallMs: took } = lastAdvance
  return `${counted}\nThe clock was last advanced by ${by}, with ${stops} stops; wall time of that: ${seconds(took)}.`
}

function overview({ holders }: Report): string {
  return table(
    ['holder', 'name', 'planned', 'sent', ...ends.map(inWords), 'late p99 ms'],
    holders.map((holder) => [
      holder.platformHolderId,
      holder.displayName,
      holder.planned,
      holder.sent,
      ...ends.map((end) => holder.ends[end]),
      holder.lateness.p99Ms,
    ]),
  )
}

function detail(holder: HolderReport): string {
  return [
    `${holder.displayName}\n${holder.platformHolderId}`,
    `${table(
      ['state', 'reason', 'reminders'],
      [
        ...holder.states.map(({ state, reason, reminders }) => [state, reason, reminders]),
        ['planned in all', '', holder.planned],
      ],
    )}\n\nOf these sent: ${holder.sent}, delivered: ${holder.ends.delivered}`,
    table(
      ['channel', 'planned', 'sent', ...ends.map(inWords)],
      holder.channels.map((row) => [row.channel, row.planned, row.sent, ...ends.map((end) => row.ends[end])]),
    ),
    table(
      ['from due to hand-over', 'count', 'p50 ms', 'p99 ms', 'max ms'],
      [
        ['reminders (last attempt)', ...latenessCells(holder.lateness)],
        ['first attempts', ...latenessCells(holder.attempts.first)],
        ['retries', ...latenessCells(holder.attempts.retries)],
      ],
    ),
    ...leadTimeTable(holder.leadTimes),
  ].join('\n\n')
}

/** Known outcomes come first: without them a share of no-shows says nothing. */
function leadTimeTable(leadTimes: readonly LeadTimeCounts[]): string[] {
  if (leadTimes.length === 0) return []
  const rows = leadTimes.map((row) => [
    row.leadTime,
    row.appointments,
    percent(row.outcomeRecordedShare),
    percent(row.noShowShare),
    row.reached,
    row.answered,
    row.cancelledEarly,
  ])
  return [
    table(
      ['made ahead', 'appointments', 'outcome known', 'no-show', 'reached', 'answered', 'cancelled > 1 day ahead'],
      rows,
    ),
    'Lead times are not comparable with one another: who books far ahead misses more, and is reminded more.',
  ]
}

function percent(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(1)} %`
}

function latenessCells({ handOvers, p50Ms, p99Ms, maxMs }: Lateness): (number | null)[] {
  return [handOvers, p50Ms, p99Ms, maxMs]
}

function inWords(end: string): string {
  return end === 'awaitingReceipt' ? 'no receipt yet' : end
}
