import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { readClock } from '#/kernel/time/clock.ts'
import { AppError } from '#/kernel/errors.ts'
import { checkWritable, databaseFaultOf, type DatabaseFault } from '#/kernel/postgres/connecting/writable.ts'
import type { Life } from '#/app/server/drain.ts'
import { findLoginSchemaFault, findSchemaFault } from './schema-check.ts'

export type HealthOptions = {
  readonly pool: pg.Pool
  /** The datastore of the recipients' sign-in, as tijdig_login. */
  readonly login: pg.Pool
  readonly environment: string
  readonly life: Life
}

/**
 * `/healthz`: this process runs. `/readyz`: it goes on, both databases, their schemas and the clock are right, and
 * something can be stored.
 */
export function serveHealth(app: FastifyInstance, { pool, login, environment, life }: HealthOptions): void {
  const isWritable = askedRarely(() => checkWritable(pool))
  const isRight = askedOnceAtATime(async () => {
    const [, schemaFault, loginFault, { offsetMs }] = await Promise.all([
      isWritable(),
      findSchemaFault(pool),
      findLoginSchemaFault(login),
      readClock(pool),
    ])
    const fault = schemaFault ?? loginFault
    if (fault !== null) throw new AppError('SERVICE_UNAVAILABLE', { message: `The schema ${fault}.` })
    if (environment === 'production' && offsetMs !== 0)
      throw new AppError('SERVICE_UNAVAILABLE', { message: 'The test clock is set in production.' })
  })
  // Proxies ask many processes each second from one address: an allowance would have them take all for dead.
  const config = { anonymousCalls: 'none' } as const
  app.get('/healthz', { config }, async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', { config }, async (_, reply) => {
    if (life.isLeaving) throw new AppError('SERVICE_UNAVAILABLE', { message: 'This process was told to stop.' })
    await isRight()
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}

/** Whoever asks meanwhile gets the same answer, so that it costs the database one look however many ask. */
function askedOnceAtATime(work: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null
  return () => (asked ??= work().finally(() => (asked = null)))
}

/**
 * Everybody may ask whether a process is ready, so the disk is written for them every few seconds at most; while it cannot
 * be, each time, so that it is ready again as soon as it can.
 */
function askedRarely(work: () => Promise<void>): () => Promise<void> {
  const never = { atMs: Number.NEGATIVE_INFINITY, answer: Promise.resolve() }
  let asked = never
  return () => {
    if (performance.now() - asked.atMs > 5_000) {
      asked = { atMs: performance.now(), answer: storable(work) }
      asked.answer.catch(() => (asked = never))
    }
    return asked.answer
  }
}

async function storable(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const message = unstorable.get(databaseFaultOf(error))
    throw message === undefined ? error : new AppError('SERVICE_UNAVAILABLE', { message })
  }
}

const unstorable = new Map<DatabaseFault, string>([
  ['disk_full', 'The disk of the database is full: make room there.'],
  ['read_only', 'The database takes no writes: is DATABASE_URL that of a standby?'],
])
