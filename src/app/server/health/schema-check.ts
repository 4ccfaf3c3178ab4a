import type pg from 'pg'
import { repeat } from '#/kernel/flow/repeat.ts'
import type { Log } from '#/kernel/log.ts'
import { isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import { faultOf, readLoginSchema, readSchema } from '#/kernel/postgres/migrating/schema-state.ts'

/** Why this code must not work on the schema of a database, to follow what names it; null when it may. */
export async function findSchemaFault(pool: pg.Pool): Promise<string | null> {
  return faultOf(await readSchema(statementsOf(pool)))
}

/** The same of the datastore of the sign-in. @param login acts as tijdig_login */
export async function findLoginSchemaFault(login: pg.Pool): Promise<string | null> {
  try {
    return faultOf(await readLoginSchema(statementsOf(login)))
  } catch (error) {
    // The role that its baseline makes does not exist.
    if ((error as { code?: string }).code === '22023') return 'is older than this code: run `tijdig migrate`'
    throw error
  }
}

export type SchemaWatch = {
  /** Resolves, with the reason, once a newer version took away what this code uses. */
  readonly outdated: Promise<string>
  stop(): Promise<void>
}

const pauseMs = 5_000

/** Looks every few seconds whether the schemas still have what this code uses. What was merely added is no reason to end. */
export function watchSchemas({ pool, login, log }: { pool: pg.Pool; login: pg.Pool; log: Log }): SchemaWatch {
  const { promise: outdated, resolve } = Promise.withResolvers<string>()
  const rounds = repeat(async () => {
    try {
      const states = await Promise.all([readSchema(statementsOf(pool)), readLoginSchema(statementsOf(login))])
      const fault = faultOf({ pending: [], breaking: states.flatMap(({ breaking }) => breaking) })
      if (fault !== null) resolve(fault)
    } catch (error) {
      // A database that is away is told of by whoever needs it.
      if (!isDatabaseUnavailable(error)) log.warn({ err: error }, 'the schema could not be looked at')
    }
    return pauseMs
  })
  return { outdated, stop: () => rounds.stop() }
}

function statementsOf(pool: pg.Pool) {
  return async (sql: string) => (await pool.query<{ name: string | null; needs?: string | null }>(sql)).rows
}
