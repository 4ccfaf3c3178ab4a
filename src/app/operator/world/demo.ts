import type pg from 'pg'
import type { Settings } from '#/app/settings/settings.ts'
import { installationOf } from '#/app/starting/database.ts'
import { migrateInstallation } from '#/app/starting/installation.ts'
import { addClinic } from '#/app/demo/clinic/add-clinic.ts'
import { clinic } from '#/app/demo/clinic/clinic-data.ts'
import { listDemoHolders } from '#/app/demo/demo.ts'
import { seedDemo, type DemoPools, type SeedOptions } from '#/app/demo/seed-demo.ts'
import { operations } from '#/app/operations.ts'
import { createServices } from '#/app/wiring.ts'
import { eraseEverySignIn } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { isAnyWorkerAlive } from '#/slices/reminders/worker/heartbeat-store.ts'
import { Client, inTransaction, isDeadlock, openPool, runOnce } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import {
  actAsOperator,
  actAsOwner,
  addGlobalTypes,
  emptyTables,
  lockDemo,
  resetClock,
  selectDemoLease,
} from '#/app/demo/demo-store.ts'

/** What the functions below work on; the address names the server itself, never a pooler. */
type World = { readonly databaseUrl: string; readonly settings: Settings; readonly log: Log }

/**
 * Adds the demo data to an empty database, while the whole product runs.
 *
 * @returns whether all of it was added; otherwise there was something already, or it was cut off
 */
export async function addDemo(world: World, options: SeedOptions): Promise<boolean> {
  return alone(world, async (pools) => seedDemo(pools, await servicesOf(world), world.settings, world.log, options))
}

/**
 * Adds the clinic with two thousand appointments a day: beside the demo data, or in a test alone.
 *
 * @returns its id, also when it was there already
 */
export async function addDemoClinic(world: World): Promise<string> {
  return alone(world, async (pools) => {
    const holders = await listDemoHolders(pools.operator)
    const known = holders.find(({ displayName }) => displayName === clinic.displayName)
    return known?.id ?? addClinic(pools, await servicesOf(world), world.settings)
  })
}

/**
 * Starts over: every row is gone, the clock shows real time and the demo data are as on the first day. Tables are
 * emptied rather than dropped, so that processes that serve this database go on undisturbed.
 *
 * @returns false when no worker runs that would send the demo's reminders: then there are no data at all
 */
export async function resetDemo(world: World): Promise<boolean> {
  const { databaseUrl, settings, log } = world
  await migrateInstallation(databaseUrl, settings.loginDatabaseUrl, await installationOf(settings))
  return alone(world, async (pools) => {
    await eraseEverything(pools)
    if (!(await isAnyWorkerAlive(pools.operator))) return false
    return seedDemo(pools, await servicesOf(world), settings, log)
  })
}

/**
 * Starts over without any data when whoever added the demo data was cut off, and may have left the clock in the past.
 *
 * @returns whether that was so
 */
export async function eraseUnfinishedDemo(world: World): Promise<boolean> {
  return alone(world, async (pools) => {
    const [row] = await runOnce(pools.operator, selectDemoLease)
    if (!row?.isUnfinished) return false
    await eraseEverything(pools)
    return true
  })
}

async function servicesOf({ settings }: World) {
  return createServices(settings, (await installationOf(settings)).secret, operations)
}

/**
 * Does work that empties the database or moves the clock back. Any other process that wants to do such work waits; the
 * lock ends with its connection, so no crash leaves it behind.
 */
async function alone<T>({ databaseUrl, settings, log }: World, work: (pools: DemoPools) => Promise<T>): Promise<T> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const lock = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 })
  await lock.connect()
  const operator = openPool({
    databaseUrl,
    role: 'tijdig_operator',
    isOwner: true,
    size: 2,
    onIdleError,
    statementTimeoutMs,
  })
  const api = openPool({ databaseUrl, role: 'tijdig_api', size: 2, onIdleError })
  const loginUrl = settings.loginDatabaseUrl ?? databaseUrl
  const login = openPool({ databaseUrl: loginUrl, role: 'tijdig_login', size: 1, onIdleError })
  try {
    await lock.query(lockDemo)
    return await work({ operator, api, login })
  } finally {
    await Promise.all([lock.end(), operator.end(), api.end(), login.end()])
  }
}

/** Long, because what is to be emptied may be large. */
const statementTimeoutMs = 120_000

async function eraseEverything({ operator, login }: DemoPools): Promise<void> {
  await emptyDatabase(operator)
  await eraseEverySignIn(login)
}

/** Repeats when a deadlock with a worker's transaction makes ours fail. */
async function emptyDatabase(pool: pg.Pool): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(pool, { holder: null }, async (tx) => {
        // Only the owner, who connected, may empty tables; the audit row is written as the operator.
        await tx.rows(actAsOwner)
        await tx.rows(emptyTables)
        await tx.rows(actAsOperator)
        await tx.rows(resetClock)
        await tx.rows(addGlobalTypes)
        auditOperator(tx, { platformHolderId: null, action: 'demoReset' })
      })
    } catch (error) {
      if (attempt === 3 || !isDeadlock(error)) throw error
    }
  }
}
