import type pg from 'pg'
import type { Settings } from '#/app/settings/settings.ts'
import { alertLimits } from '#/app/server/health/alert-limits.ts'
import { compareClocks } from '#/app/server/health/surroundings.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { countKeysEnding, listKeysEnding, type EndingKey } from '#/slices/access/api-keys/ending-store.ts'
import { inTransaction, runOnce, type Tx } from '#/kernel/postgres/db.ts'
import {
  listBehind,
  listWorkers,
  readRowsOverview,
  readWaiting,
  type Behind,
  type RowFault,
  type RowsOverview,
  type Waiting,
} from '#/slices/reminders/reading/doctor-store.ts'
import { countTestHolders } from '#/slices/holders/operator-store.ts'
import { countWithoutReceipt, selectHasReceipts } from '#/slices/reminders/reading/without-receipt-store.ts'
import { tzdbVersion } from '#/slices/reminders/reminders.ts'
import { countWebhooks } from '#/slices/webhooks/webhooks.ts'
import { fail, ok, warn, type Check } from './check.ts'
import { describeOffset } from '#/app/operator/world/clock.ts'

/** @param pool acts as tijdig_operator, as in every function here */
export async function checkClock(pool: pg.Pool, environment: Settings['environment']): Promise<Check> {
  const { offsetMs } = await readClock(pool)
  const skewSeconds = Math.abs((await compareClocks(pool)).aheadMs) / 1_000
  if (offsetMs === 0 && skewSeconds > alertLimits.clockSkewSeconds)
    return warn(
      'clock',
      `The clocks of this machine and of the database are ${Math.round(skewSeconds)} s apart.`,
      'let both follow a time server; reminders go by that of the database',
    )
  if (offsetMs === 0) return ok('clock', 'Real time.')
  const finding = `The test clock is ${describeOffset(offsetMs)}.`
  return environment === 'production'
    ? fail('clock', finding, 'this is no database for production: use another one')
    : warn('clock', finding, 'run `tijdig clock reset` when you are done')
}

/** Does a worker send, with the same time-zone data as this process, and is nothing kept waiting (G26)? */
export async function checkWorkers(pool: pg.Pool, environment: Settings['environment']): Promise<Check[]> {
  const [workers, waiting, behind] = await inTransaction(pool, { holder: null }, (tx: Tx) =>
    Promise.all([listWorkers(tx), readWaiting(tx), listBehind(tx, maintenanceBehindSeconds)]),
  )
  const alive = workers.reduce((total, row) => total + row.workers, 0)
  const start = 'start `tijdig serve`'
  const none = environment === 'production' ? fail : warn
  return [
    alive > 0 ? ok('worker', `${alive} at work.`) : none('worker', 'None is at work, so no reminder leaves.', start),
    checkZoneData(workers.map((row) => row.tzdbVersion)),
    checkWait('due rows', 'due', waiting.dueSeconds, alive > 0 ? 'start more workers' : start),
    checkWait(
      'follow-ups',
      'to be looked at again',
      waiting.followUpSeconds,
      alive > 0 ? 'look at the log of the workers' : start,
    ),
    checkMaintenance(waiting, behind, alive > 0 ? 'look at the log of the workers for `maintenance failed`' : start),
  ]
}

/** Do providers tell what became of messages? Without their webhooks nothing fails, and nobody knows. */
export async function checkReceipts(pool: pg.Pool, environment: Settings['environment']): Promise<Check> {
  const [waiting, [recent]] = await inTransaction(pool, { holder: null }, (tx: Tx) =>
    Promise.all([tx.rows(countWithoutReceipt), tx.rows(selectHasReceipts)]),
  )
  const found = waiting.filter((each) => each['5m'] > 0)
  if (found.length === 0) return ok('receipts', 'No text message waits for one longer than five minutes.')
  const finding = found
    .map((each) => `${each['5m']} of ${each.provider} for more than 5 minutes, ${each['1h']} for more than an hour`)
    .join('; ')
  const advice = 'follow one with `tijdig send-test`, which says which step is missing'
  if (recent?.hasReceipts)
    return found.some((each) => each['1h'] > alertLimits.receiptsMissing)
      ? warn('receipts', `Text messages without one: ${finding}.`, advice)
      : ok('receipts', `They come; without one: ${finding}.`)
  const none = environment === 'production' ? fail : warn
  return none('receipts', `None came in the last hour, and text messages wait for one: ${finding}.`, advice)
}

/** Whether organizations are told of events; what is due right after a restore is what will be told once more. */
export async function checkWebhooks(pool: pg.Pool): Promise<Check> {
  const [found] = await runOnce(pool, countWebhooks)
  const { failing, disabled, due } = found ?? { failing: 0, disabled: 0, due: 0 }
  const waiting = `${due} deliveries are due.`
  if (failing === 0 && disabled === 0) return ok('webhooks', `No endpoint fails. ${waiting}`)
  return warn(
    'webhooks',
    `${failing} endpoints of organizations fail for more than an hour, ${disabled} are disabled. ${waiting}`,
    'their staff are told after a day; when many fail at once, look at our own way out: docs/running/watch.md',
  )
}

/**
 * What is connected by a key stops on the day it ends. Organizations are mailed; whoever operates this sees which keys,
 * those that are in use first.
 */
export async function checkKeys(pool: pg.Pool): Promise<Check> {
  const [[ending], keys] = await Promise.all([runOnce(pool, countKeysEnding), runOnce(pool, listKeysEnding)])
  if (!ending?.in30Days) return ok('keys', 'None of an organization ends within 30 days.')
  const others = ending.in30Days - keys.length
  const listed = `${keys.map(describeKey).join('; ')}${others > 0 ? `; and ${others} more` : ''}.`
  if (!ending.in7Days)
    return ok('keys', `None of an organization ends within a week; ${ending.in30Days} within 30 days: ${listed}`)
  return warn(
    'keys',
    `${ending.in7Days} of organizations end within a week, ${ending.in30Days} within 30 days: ${listed}`,
    'ask who made them whether new ones are in use: "Keys about to end" in docs/running/watch.md',
  )
}

/** Whoever misses a message should first ask whether its organization sends any. */
export async function checkTestHolders(pool: pg.Pool): Promise<Check> {
  const [tests] = await runOnce(pool, countTestHolders)
  const count = tests?.count ?? 0
  return ok(
    'test organizations',
    count === 0 ? 'None: every organization sends.' : `${count}, of which nothing is sent: \`tijdig holder list\`.`,
  )
}

function describeKey({ platformHolderId, prefix, expiresAt, lastUsedAt }: EndingKey): string {
  const use = lastUsedAt === null ? 'not used' : `last used ${dayOf(lastUsedAt)}`
  return `${prefix}… of ${platformHolderId} on ${dayOf(expiresAt)} (${use})`
}

function dayOf(instant: Temporal.Instant): string {
  return instant.toString().slice(0, 10)
}

/** Maintenance is never urgent: most of it is done within minutes, the rest within the hour. */
function checkMaintenance(waiting: Waiting, works: readonly Behind[], advice: string): Check {
  const kinds = {
    'held rows to end': waiting.heldSeconds,
    'messages to erase': waiting.eraseSeconds,
    'receipts to try again': waiting.receiptSeconds,
    'a process that does it': waiting.maintenanceSeconds,
  }
  // When no process does it, everything is behind.
  const named = waiting.maintenanceSeconds > maintenanceBehindSeconds ? [] : works
  const behind = [
    ...Object.entries(kinds),
    ...named.map(({ name, seconds }) => [`"${name}"`, seconds] as const),
  ].filter(([, seconds]) => seconds > maintenanceBehindSeconds)
  if (behind.length === 0) return ok('maintenance', 'Nothing waits for it.')
  const finding = behind.map(([what, seconds]) => `${what} for ${Math.ceil(seconds / 60)} min`).join(', ')
  return warn('maintenance', `Behind: ${finding}.`, advice)
}

const maintenanceBehindSeconds = 3_600

function checkZoneData(versions: readonly string[]): Check {
  const others = versions.filter((version) => version !== tzdbVersion)
  return others.length === 0
    ? ok('time zones', `tzdb ${tzdbVersion}.`)
    : fail(
        'time zones',
        `This process has tzdb ${tzdbVersion}, and workers have ${others.join(' and ')}.`,
        'restart all processes with the same version of Node.js',
      )
}

function checkWait(name: string, what: string, seconds: number, advice: string): Check {
  if (seconds === 0) return ok(name, 'None waits.')
  const finding = `The oldest has been ${what} for ${Math.ceil(seconds)} s.`
  if (seconds <= 60) return ok(name, finding)
  return seconds <= alertLimits.dueSeconds ? warn(name, finding, advice) : fail(name, finding, advice)
}

/** Looks at the rows, or a sample of many: is none forgotten, and do the two counts of hand-overs agree (G22)? */
export async function checkRows(pool: pg.Pool): Promise<Check[]> {
  const overview = await inTransaction(pool, { holder: null }, readRowsOverview)
  const { held, handedOver, unknown } = overview
  return [
    held === 0
      ? ok('held rows', 'None.')
      : warn('held rows', `${held} wait for review.`, 'look at `tijdig breaker list`, then release or drop them'),
    unknown === 0 || unknown <= handedOver / 1_000
      ? ok('unknown outcomes', `${unknown} of ${handedOver} in the last 7 days.`)
      : warn(
          'unknown outcomes',
          `${unknown} of ${handedOver} in the last 7 days.`,
          'look at the status page of the provider; they are looked up, and go again only when it twice says that it has none',
        ),
    checkBooks(overview),
    overview.unplanned === 0
      ? ok('plans', 'Every appointment ahead has its reminders.')
      : fail(
          'plans',
          `${overview.unplanned} appointments ahead have no reminder, not even one that says why not.`,
          'report this defect; sending the appointment again plans it',
        ),
  ]
}

const faultsInWords: Readonly<Record<RowFault, string>> = {
  plannedForNever: 'planned for never',
  plannedTooEarly: 'planned to leave before they are due',
  neverLookedAtAgain: 'never looked at again',
  endedButScheduled: 'ended and still scheduled',
}

function checkBooks(overview: RowsOverview): Check {
  const found = (Object.keys(faultsInWords) as RowFault[]).filter((fault) => overview[fault] > 0)
  const { rows, attempts, attemptRows } = overview
  if (found.length === 0 && attempts === attemptRows)
    return ok('row states', `They add up: ${rows} rows looked at, none forgotten, ${attempts} hand-overs.`)
  const faults = found.map((fault) => `${overview[fault]} ${faultsInWords[fault]}`)
  if (attempts !== attemptRows) faults.push(`${attempts} hand-overs counted and ${attemptRows} on record`)
  return fail(
    'row states',
    `Of ${rows} rows: ${faults.join(', ')}.`,
    'report this defect; nothing is repaired by itself',
  )
}
