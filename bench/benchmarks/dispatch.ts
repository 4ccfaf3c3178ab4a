import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { startChild, workerNodeOptions, type Child } from '../measuring/child.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { createHolders } from '../seeding/holder.ts'
import { progress } from '../measuring/result.ts'
import { promptStep, reminderStep, seedAppointments } from '../seeding/seed.ts'
import type { BenchSettings } from '../settings.ts'

/** What a round did, and how long it took. */
export type Drained = { readonly rows: number; readonly seconds: number }

/** A database with a worker of the product on it. */
export type Worked = {
  readonly url: string
  readonly holderIds: readonly string[]
  readonly worker: Child
  series: number
}

/**
 * The reminder worker against graphile-worker running jobs that do nothing, on the same database, and the worker on a
 * second database that also holds many reminders for later. The three take turns; every round starts with a full queue.
 */
export async function benchDispatch(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const children: Child[] = []
  const start = async (script: string, databaseUrl: string) => {
    const child = await startChild(script, { databaseUrl }, workerNodeOptions)
    children.push(child)
    return child
  }
  const prepare = async (): Promise<Worked> => {
    const url = await server.createDatabase()
    const holderIds = (await createHolders(url, settings.dispatchHolders)).map((holder) => holder.id)
    await setPolicies(url)
    return { url, holderIds, worker: await start('product/dispatch-product.ts', url), series: 0 }
  }
  try {
    const plain = await prepare()
    const crowded = await prepare()
    progress(`dispatch: adding ${settings.futureRows} reminders for later`)
    await seedFuture(crowded, settings.futureRows)
    const jobs = await start('baseline/dispatch-baseline.ts', plain.url)
    progress('dispatch: warming up')
    const warmUpRows = Math.ceil(settings.dispatchRows / 4)
    for (const worked of [plain, crowded]) await drainReminders(worked, warmUpRows)
    await drainJobs(plain.url, jobs, warmUpRows)
    const rates: { plain: number; crowded: number; jobs: number }[] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const round = {
        plain: await drainReminders(plain, settings.dispatchRows),
        jobs: await drainJobs(plain.url, jobs, settings.dispatchRows),
        crowded: await drainReminders(crowded, settings.dispatchRows),
      }
      rates.push(round)
      progress(
        `dispatch: pair ${pair}: ${round.plain.toFixed(0)} reminders/s, ${round.jobs.toFixed(0)} jobs/s, ${round.crowded.toFixed(0)} reminders/s beside those for later`,
      )
    }
    return {
      notes: [],
      results: [
        { name: 'dispatch-future', ratios: rates.map((rate) => rate.crowded / rate.plain), target: 0.95 },
        { name: 'dispatch', ratios: rates.map((rate) => rate.plain / rate.jobs), target: 0.2 },
      ],
    }
  } finally {
    for (const child of children) await child.stop()
  }
}

/** Runs a round: half text messages, half mail, due in turn at all holders. @returns rows per second */
export async function drainReminders(worked: Worked, rows: number): Promise<number> {
  const count = Math.ceil(rows / 2)
  const dueAt = Temporal.Now.instant().subtract({ seconds: 1 })
  const seeds = [promptStep, reminderStep].map((step) => ({
    holderId: worked.holderIds,
    series: (worked.series += 1),
    count,
    firstStartsAt: dueAt.add({ hours: step.offsetKey === 'P1D' ? 24 : 7 * 24 }),
    spanSeconds: 1,
    steps: [step],
  }))
  await seedAppointments(worked.url, ...seeds)
  await settleDown(worked.url)
  const rate = rateOf(await worked.worker.ask<Drained>({ rows: count * seeds.length }))
  await checkRecorded(worked.url, dueAt)
  return rate
}

/** Checks that every hand-over was recorded, since not recording would be faster. */
async function checkRecorded(url: string, since: Temporal.Instant): Promise<void> {
  const [row] = await runSql(
    url,
    `select count(*) filter (where r.state <> 'sent' or a.state <> 'sent')::int as open
     from reminder_attempt a join reminder r on r.platform_holder_id = a.platform_holder_id and r.id = a.reminder_id
     where a.body is not null and a.handed_over_at >= '${since.toString()}'`,
  )
  if (row?.['open'] !== 0) throw new Error(`The outcome of ${String(row?.['open'])} reminders was not recorded`)
}

async function drainJobs(url: string, jobs: Child, rows: number): Promise<number> {
  await runSql(
    url,
    `select 1 from graphile_worker.add_jobs(array(
       select json_populate_record(null::graphile_worker.job_spec, '{"identifier": "noop", "payload": {}}') from generate_series(1, ${rows})))`,
  )
  await settleDown(url)
  return rateOf(await jobs.ask<Drained>({ rows }))
}

function rateOf({ rows, seconds }: Drained): number {
  return rows / seconds
}

async function seedFuture({ url, holderIds }: Worked, rows: number): Promise<void> {
  const firstStartsAt = Temporal.Now.instant().add({ hours: 30 * 24 })
  await seedAppointments(url, {
    holderId: holderIds,
    series: 60_000,
    count: Math.ceil(rows / 2),
    firstStartsAt,
    spanSeconds: 180 * 86_400,
    steps: [promptStep, reminderStep],
  })
  await settleDown(url)
}

/**
 * Gives the holders the policy by which the seeded reminders are planned, so that one that is taken back and planned
 * again is still sent. Quiet hours stay part of the re-check, at an hour that is never now.
 */
export async function setPolicies(url: string): Promise<void> {
  const { hour } = Temporal.Now.zonedDateTimeISO('Europe/Amsterdam')
  const [from, to] = [10, 12].map((hours) => `${String((hour + hours) % 24).padStart(2, '0')}:00`)
  const steps = [reminderStep, promptStep].map(({ offsetKey, fallback, ...step }) => ({
    offset: offsetKey,
    fallback: fallback ?? 'none',
    ...step,
  }))
  await runSql(
    url,
    `update reminder_policy set steps = '${JSON.stringify(steps)}', quiet_hours = '${JSON.stringify({ from, to, days: null })}'`,
  )
}

/** Keeps the cost of the seeding's writes out of the round. */
async function settleDown(url: string): Promise<void> {
  await runSql(url, 'vacuum (analyze)')
}
