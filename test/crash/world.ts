import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startProduct } from '#/app/product.ts'
import { readSettings } from '#/app/settings/read-settings.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { eventually, startTestProduct, testSecret, type TestHolder, type TestProduct } from '../harness.ts'
import type { TestDatabase } from '../postgres.ts'
import { startServe, type ServeProcess } from './processes.ts'
import { atEnd } from './at-end.ts'

/**
 * API and twins in the test's own process, workers in processes of their own, all on one database. The clock starts
 * before `dueAt`, when every reminder of `handIn` is due.
 */
export type World = {
  readonly product: TestProduct
  readonly holder: TestHolder
  /** Connected as the database's owner: sees what every process does, and can hold locks in its way. */
  readonly owner: Client
  /** Environment of a further process of this product; each gets ports of its own where it listens itself. */
  processEnv(changes?: Readonly<Record<string, string>>): Record<string, string>
  startWorker(changes?: Readonly<Record<string, string>>): Promise<ServeProcess>
  /** A worker within the test's own process, at a fifth of the cost: for one that is neither killed nor suspended. */
  startWorkerHere(changes?: Readonly<Record<string, string>>): Promise<{ stop(): Promise<void> }>
  /** Hands in appointments of different people, each with one reminder due at `dueAt`. @returns their numbers */
  handIn(count: number, contact?: (index: number) => object): Promise<string[]>
  becomeDue(): Promise<void>
  /** Moves the clock at once, without waiting for anything. */
  jump(duration: Temporal.DurationLike): Promise<void>
  setFault(mode: string, provider?: 'twilio' | 'smtp'): Promise<void>
  /** What the text message twin took on so far, oldest first. */
  taken(): Promise<readonly TakenSms[]>
  /** Reminders that were planned, by state: `{ delivered: 3 }`. */
  states(): Promise<Readonly<Record<string, number>>>
  /** Waits until the reminders are in exactly these states. */
  untilStates(wanted: Readonly<Record<string, number>>, timeoutMs?: number): Promise<void>
  /** For a test that stops its server before its end: disconnects first, as errors would be reported otherwise. */
  end(): Promise<void>
}

export type TakenSms = {
  readonly id: string
  readonly reference: string
  readonly to: string
  readonly text: string
  /** Product time. */
  readonly clockAt: string
  /** Real time. */
  readonly receivedAt: string
}

/** A Tuesday morning in Amsterdam, outside quiet hours. */
export const dueAt = '2027-01-12T10:00:00Z'
export const registeredAt = '2027-01-11T08:00:00Z'
const startsAt = '2027-01-13T11:00:00+01:00'
const endsAt = '2027-01-13T11:20:00+01:00'

export async function startWorld(
  t: TestContext,
  database?: TestDatabase,
  { isTest = false }: { readonly isTest?: boolean } = {},
): Promise<World> {
  const product = await startTestProduct({ roles: ['api', 'sandbox'], ...(database && { database }) })
  const owner = new Client({ connectionString: product.databaseUrl })
  // A test may stop its server.
  owner.on('error', () => undefined)
  await owner.connect()
  let ended: Promise<void> | undefined
  const end = () => (ended ??= owner.end().then(() => product.stop()))
  atEnd(t, end)
  const holder = await product.createHolder({ isTest })
  await product.clock.set(registeredAt)
  const world: World = {
    product,
    holder,
    owner,
    processEnv: (changes) => processEnv(product, changes),
    startWorker: async (changes) => startServe(t, { args: ['--roles', 'worker'], env: world.processEnv(changes) }),
    startWorkerHere: (changes) => startWorkerHere(t, product, changes),
    handIn: (count, contact = phoneOnly) => handIn(holder, count, contact),
    becomeDue: () => product.clock.set(dueAt),
    jump: async (duration) => product.clock.set((await product.clock.now()).add(duration).toString()),
    setFault: (mode, provider = 'twilio') => setFault(product, { provider, mode }),
    taken: takenFrom(product.sandboxUrl),
    states: () => states(owner, holder),
    untilStates: (wanted, timeoutMs) => untilStates(owner, holder, wanted, timeoutMs),
    end,
  }
  return world
}

async function startWorkerHere(t: TestContext, product: TestProduct, changes?: Readonly<Record<string, string>>) {
  const settings = readSettings({ ...processEnv(product, changes), TIJDIG_DATABASE_CONNECTIONS: '4' })
  const log = createLog('error', process.stderr)
  const { databaseUrl } = product
  const worker = await startProduct({ settings, databaseUrl, secret: testSecret, roles: ['worker'], log })
  // A second stop finds nothing left to end.
  atEnd(t, () => worker.stop())
  return worker
}

function processEnv(product: TestProduct, changes: Readonly<Record<string, string>> = {}) {
  const { ports, baseUrl } = product.settings
  return {
    TIJDIG_ENVIRONMENT: 'test',
    TIJDIG_SECRET: testSecret,
    DATABASE_URL: product.databaseUrl,
    TIJDIG_PORT: String(ports.api),
    TIJDIG_SANDBOX_PORT: String(ports.sandbox),
    TIJDIG_SANDBOX_SMTP_PORT: String(ports.sandboxSmtp),
    TIJDIG_ADMIN_PORT: '0',
    TIJDIG_BASE_URL: baseUrl,
    TIJDIG_RATE_LIMIT_PER_MINUTE: '0',
    TIJDIG_INTAKE_LIMIT_PER_MINUTE: '0',
    TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: '0',
    ...changes,
  }
}

/** A number whose last digits mean nothing to the twins. */
export function phoneOf(index: number): string {
  return `+316${12_340_100 + index}`
}

const phoneOnly = (index: number) => ({ phoneNumberE164: phoneOf(index) })

/** An intake body whose reminder is due at `dueAt`. */
export function intakeOf(index: number, contact: object = phoneOnly(index)): object {
  return {
    sourceSystem: 'crash-test',
    externalAppointmentId: `A-${index}`,
    startsAt,
    endsAt,
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: `Persoon ${index}`, ...contact },
  }
}

async function handIn(holder: TestHolder, count: number, contact: (index: number) => object): Promise<string[]> {
  const indexes = Array.from({ length: count }, (_, index) => index)
  const queue = indexes.values()
  const lane = async () => {
    for (const index of queue) {
      // A source repeats what a busy machine refused.
      await eventually(async () => {
        const { status, body } = await holder.call('POST', '/appointments/intake', intakeOf(index, contact(index)))
        assert.ok([200, 201, 503].includes(status), JSON.stringify(body))
        return status !== 503
      })
    }
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return indexes.map(phoneOf)
}

async function setFault(product: TestProduct, fault: object): Promise<void> {
  const response = await fetch(`${product.sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  assert.equal(response.status, 200)
}

/** Addresses of the mails that the server took on so far. */
export async function mailed({ product }: World): Promise<string[]> {
  const response = await fetch(`${product.sandboxUrl}/inbox/email?limit=1000`)
  const { items } = (await response.json()) as { items: { to: string }[] }
  return items.map((mail) => mail.to)
}

/** Reads the inbox, which lists at most a thousand, newest first, without missing or repeating later ones. */
export function takenFrom(sandboxUrl: string): () => Promise<readonly TakenSms[]> {
  const taken: TakenSms[] = []
  return async () => {
    const last = taken.at(-1)
    const after = last ? `&after=${encodeURIComponent(last.receivedAt)}` : ''
    const response = await fetch(`${sandboxUrl}/inbox/sms?limit=1000${after}`)
    const { items } = (await response.json()) as { items: TakenSms[] }
    assert.ok(items.length < 1000, 'More messages between two looks than the inbox shows')
    taken.push(...items.toReversed())
    return taken
  }
}

async function states(owner: Client, holder: TestHolder): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ state: string; count: number }>(
    `select state, count(*)::int as count from reminder
     where platform_holder_id = $1 and state <> 'skipped' group by state order by state`,
    [holder.id],
  )
  return Object.fromEntries(rows.map((row) => [row.state, row.count]))
}

/** Less than a lease: nothing may depend on another one expiring. */
const settledWithinMs = 55_000

async function untilStates(
  owner: Client,
  holder: TestHolder,
  wanted: Readonly<Record<string, number>>,
  timeoutMs = settledWithinMs,
): Promise<void> {
  let seen: Record<string, number> = {}
  const isSo = async () => {
    seen = await states(owner, holder)
    return JSON.stringify(seen) === JSON.stringify(Object.fromEntries(Object.entries(wanted).sort()))
  }
  await eventually(isSo, timeoutMs).catch(() => assert.deepEqual(seen, wanted))
}

/**
 * A lease ends when its instant lies before the product's time in the database, so moving the clock is as good as
 * waiting: only the worker that holds the lease counts real seconds too, and that one is dead.
 */
export const pastLease = { seconds: 61 }

/** Longer than a busy machine needs for what is due. */
const stuckMs = 10_000

/** Receipts go to a port that nobody listens on, so outcomes must be looked up. */
export const withoutReceipts = { TIJDIG_BASE_URL: 'http://127.0.0.1:9' }

/** Keeps workers from reading or writing attempts until released. */
export async function holdDecisions({ owner }: World): Promise<() => Promise<unknown>> {
  await owner.query('begin')
  await owner.query('lock table reminder_attempt in access exclusive mode')
  return () => owner.query('rollback')
}

/** Sessions that wait for a lock. */
export const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Waits until a process waits for the held lock with a statement that contains this. */
export async function untilWaiting({ owner }: World, statement: string): Promise<void> {
  await eventually(async () => {
    // Within a transaction the server's activity is a snapshot until cleared.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rows } = await owner.query(`select ${waiting} and position($1 in query) > 0`, [statement])
    return rows.length > 0
  })
}

/**
 * Waits until it is so. What was put off goes on by a clock that stands still: it moves whenever that took long, and not
 * at every look, by which messages would come too late before a worker gets to them.
 */
export async function untilWithJumps(
  world: World,
  isSo: () => Promise<boolean>,
  step: Temporal.DurationLike = pastLease,
): Promise<void> {
  let nextMs = performance.now() + stuckMs
  await eventually(async () => {
    if (await isSo()) return true
    if (performance.now() > nextMs) {
      await world.jump(step)
      nextMs = performance.now() + stuckMs
    }
    return false
  })
}

/** Whether no message of unknown fate is due to be looked up. */
export async function isEachLookedUp({ owner, holder }: World): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select 1 from reminder where platform_holder_id = $1 and state = 'unknown' and run_at <= tijdig_now() limit 1`,
    [holder.id],
  )
  return rowCount === 0
}

/** Fails unless every number got one message, and no other message went out. */
export function assertOnceEach(taken: readonly TakenSms[], numbers: readonly string[]): void {
  assert.deepEqual(taken.map((sms) => sms.to).sort(), [...numbers].sort())
  assert.equal(new Set(taken.map((sms) => sms.reference)).size, taken.length, 'A reference was used twice')
}
