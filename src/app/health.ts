import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { readClock } from '#/kernel/clock.ts'
import { AppError } from '#/kernel/errors.ts'
import { pendingMigrations } from '#/kernel/migrate.ts'

/** `/healthz`: this process runs. `/readyz`: it can serve, that is database, schema and clock are right. */
export function serveHealth(app: FastifyInstance, { pool, environment }: { pool: pg.Pool; environment: string }): void {
  app.get('/healthz', { config: { anonymousCalls: 'none' } }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_, reply) => {
    const pending = await pendingMigrations(async (sql) => (await pool.query<{ name: string }>(sql)).rows)
    if (pending.length > 0)
      throw new AppError('SERVICE_UNAVAILABLE', { message: 'The schema is older than this code: run tijdig migrate.' })
    const { offsetMs } = await readClock(pool)
    if (environment === 'production' && offsetMs !== 0)
      throw new AppError('SERVICE_UNAVAILABLE', { message: 'The test clock is set in production.' })
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
