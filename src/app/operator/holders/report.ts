import type pg from 'pg'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import type { Standby } from '#/kernel/postgres/connecting/standby.ts'
import { readClock } from '#/kernel/time/clock.ts'
import {
  readOperatorReport,
  type CountRow,
  type LatenessRow,
  type LeadTimeRow,
  type ReportScope,
} from '#/slices/report/operator-report-store.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { selectHolders, selectLastAdvance, type HolderRow } from './report-store.ts'

/** The one group each state counts in, named as in the API's report. */
const endOfState = {
  planned: 'pending',
  claimed: 'pending',
  held: 'pending',
  handed_over: 'awaitingReceipt',
  sent: 'awaitingReceipt',
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  unknown: 'unknown',
  suppressed: 'suppressed',
  skipped: 'skipped',
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Record<CountRow['state'], string>

export type End = (typeof endOfState)[CountRow['state']]
export const ends: readonly End[] = [...new Set(Object.values(endOfState))]

/** Milliseconds from due to hand-over by the product's clock; null when nothing was handed over. */
export type Lateness = {
  readonly handOvers: number
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  readonly maxMs: number | null
}

export type ReminderCounts = {
  /** Reminders of the appointments that start in the period, of every schedule revision: the sum of the groups they are counted in. */
  readonly planned: number
  /** Those a provider accepted, or may have; they also count under the end they have now. */
  readonly sent: number
  readonly ends: Readonly<Record<End, number>>
}

export type HolderReport = ReminderCounts & {
  readonly platformHolderId: string
  readonly displayName: string
  /** Reminders by exact state and reason. */
  readonly states: readonly { readonly state: string; readonly reason: string | null; readonly reminders: number }[]
  readonly skippedByReason: Readonly<Record<string, number>>
  readonly channels: readonly (ReminderCounts & { readonly channel: string })[]
  /** Of each reminder that was handed over, its last hand-over. */
  readonly lateness: Lateness
  readonly attempts: { readonly first: Lateness; readonly retries: Lateness }
  readonly leadTimes: readonly LeadTimeCounts[]
}

/**
 * Appointments that start in the period, by how long before they were made: appointments made far ahead are missed more
 * often and reminded more often, so lead times cannot be compared with each other.
 */
export type LeadTimeCounts = {
  readonly leadTime: LeadTimeRow['leadTime']
  /** Of those begun and not cancelled, the share whose outcome is recorded; null when none has begun. */
  readonly outcomeRecordedShare: number | null
  /** Of the recorded outcomes, the share that are no-shows; null when none is recorded. */
  readonly noShowShare: number | null
  readonly appointments: number
  readonly outcomeRecorded: number
  readonly noShow: number
  readonly reached: number
  readonly answered: number
  readonly cancelledEarly: number
}

export type Report = {
  /** Local days of each holder on which the appointments start, both included; without a last one all that are ahead. */
  readonly from: string
  readonly to: string | null
  readonly holders: readonly HolderReport[]
  /** Milliseconds the database took. */
  readonly queryMs: number
  /** Milliseconds of real time the whole report took. */
  readonly wallMs: number
  /** The last time the test clock was advanced, and the milliseconds of real time that took; null when it was not. */
  readonly lastAdvance: { readonly by: string; readonly stops: number; readonly wallMs: number } | null
}

export type ReportRequest = {
  readonly platformHolderId: string | null
  /** Null: so many days before the last one or, without that, before today. */
  readonly from: string | null
  readonly to: string | null
}

/** How far a report looks back unless it is told to: history of years is counted only for whoever asks for it. */
export const daysBack = 91

/**
 * Counts what became of reminders, and how late they were handed over.
 *
 * @param pool acts as tijdig_operator, like the standby, where the reminders are counted when there is one
 * @throws OperatorError when there is no such holder or a day is not valid
 */
export async function createReport(
  pool: pg.Pool,
  request: ReportRequest,
  standby: Standby | null = null,
): Promise<Report> {
  const { to } = request
  const begunMs = performance.now()
  const [holders, [lastAdvance]] = await inTransaction(pool, { holder: null }, (tx) =>
    Promise.all([tx.rows(selectHolders, [request.platformHolderId]), tx.rows(selectLastAdvance)]),
  )
  if (request.platformHolderId !== null && holders.length === 0)
    throw new OperatorError('There is no such platform holder: `tijdig holder list` shows them.')
  const last = to === null ? null : parseDate(to)
  const first = request.from === null ? await firstDay(pool, last) : parseDate(request.from)
  if (last && Temporal.PlainDate.compare(first, last) > 0)
    throw new OperatorError('The report ends before it begins: --to must not be before --from.')
  const scopes = holders.map((holder) => scopeOf(holder, first, last))
  const startedMs = performance.now()
  const read = (tx: Tx) => readOperatorReport(tx, scopes)
  const onPrimary = () => inTransaction(pool, { holder: null }, read)
  const { counts, lateness, leadTimes } = await (standby
    ? standby.read({ holder: null }, read, onPrimary)
    : onPrimary())
  const queryMs = Math.round(performance.now() - startedMs)
  const countsOf = Map.groupBy(counts, (row) => row.platformHolderId)
  const latenessOf = Map.groupBy(lateness, (row) => row.platformHolderId)
  const leadTimesOf = Map.groupBy(leadTimes, (row) => row.platformHolderId)
  return {
    from: first.toString(),
    to,
    holders: holders.map(({ id, displayName }) => ({
      platformHolderId: id,
      displayName,
      ...summarise(countsOf.get(id) ?? [], latenessOf.get(id) ?? []),
      leadTimes: (leadTimesOf.get(id) ?? []).map(toLeadTime),
    })),
    queryMs,
    wallMs: Math.round(performance.now() - begunMs),
    lastAdvance: lastAdvance?.detail ?? null,
  }
}

async function firstDay(pool: pg.Pool, last: Temporal.PlainDate | null): Promise<Temporal.PlainDate> {
  const end = last ?? (await readClock(pool)).now.toZonedDateTimeISO('UTC').toPlainDate()
  return end.subtract({ days: daysBack })
}

function scopeOf(holder: HolderRow, first: Temporal.PlainDate, last: Temporal.PlainDate | null): ReportScope {
  return {
    platformHolderId: holder.id,
    from: first.toZonedDateTime(holder.defaultTimezone).toInstant(),
    until: last?.add({ days: 1 }).toZonedDateTime(holder.defaultTimezone).toInstant() ?? null,
  }
}

function parseDate(text: string): Temporal.PlainDate {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Temporal.PlainDate.from(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new OperatorError('--from and --to are days such as 2026-12-03.')
}

function summarise(counts: readonly CountRow[], lateness: readonly LatenessRow[]) {
  const states = Map.groupBy(counts, (row) => JSON.stringify([row.state, row.reasonCode]))
  const channels = Map.groupBy(counts, (row) => row.channel ?? 'none')
  const skipped = counts.filter((row) => row.state === 'skipped')
  return {
    ...count(counts),
    states: [...states.values()]
      .flatMap((rows) => (rows[0] ? [{ state: rows[0].state, reason: rows[0].reasonCode, reminders: sum(rows) }] : []))
      .sort((one, other) => orderOf(one.state) - orderOf(other.state) || other.reminders - one.reminders),
    skippedByReason: Object.fromEntries(
      [...Map.groupBy(skipped, (row) => row.reasonCode ?? 'none')].map(([reason, rows]) => [reason, sum(rows)]),
    ),
    channels: [...channels].map(([channel, rows]) => ({ channel, ...count(rows) })),
    lateness: latenessOf(lateness, 'last'),
    attempts: { first: latenessOf(lateness, 'first'), retries: latenessOf(lateness, 'retry') },
  }
}

function toLeadTime(row: LeadTimeRow): LeadTimeCounts {
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  return {
    leadTime: row.leadTime,
    outcomeRecordedShare: share(row.outcomeRecorded, row.started),
    noShowShare: share(row.noShow, row.outcomeRecorded),
    appointments: row.appointments,
    outcomeRecorded: row.outcomeRecorded,
    noShow: row.noShow,
    reached: row.reached,
    answered: row.answered,
    cancelledEarly: row.cancelledEarly,
  }
}

function count(rows: readonly CountRow[]): ReminderCounts {
  const inEnd = (end: End) => sum(rows.filter((row) => endOfState[row.state] === end))
  return {
    planned: sum(rows),
    sent: rows.reduce((total, row) => total + row.sent, 0),
    // Safe: made from the list of all ends.
    ends: Object.fromEntries(ends.map((end) => [end, inEnd(end)])) as Record<End, number>,
  }
}

function sum(rows: readonly CountRow[]): number {
  return rows.reduce((total, row) => total + row.reminders, 0)
}

function orderOf(state: CountRow['state']): number {
  return Object.keys(endOfState).indexOf(state)
}

function latenessOf(rows: readonly LatenessRow[], of: LatenessRow['of']): Lateness {
  const row = rows.find((candidate) => candidate.of === of)
  return {
    handOvers: row?.handOvers ?? 0,
    p50Ms: row?.p50Ms ?? null,
    p99Ms: row?.p99Ms ?? null,
    maxMs: row?.maxMs ?? null,
  }
}
