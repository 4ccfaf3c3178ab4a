import { createLog } from '#/kernel/log.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { startBatchWorker } from '#/slices/batches/batches.ts'
import { startWorker } from '#/slices/reminders/reminders.ts'
import { createOutlets } from '#/slices/test-inbox/test-inbox.ts'
import { serveParent } from '../measuring/child.ts'
import { nullEmail, nullSms } from './null-providers.ts'
import { productServices, productSettings } from './product-settings.ts'

// The product's worker of batches and the one that sends their messages, in one process and on one pool as in production (app/product.ts).

serveParent<{ databaseUrl: string }, null>({
  async start({ databaseUrl }) {
    const settings = productSettings(databaseUrl, { api: 0, admin: 0 })
    const services = productServices(settings)
    const log = createLog('warn', { write: (line) => void process.stderr.write(line) })
    const pool = openPool({
      databaseUrl,
      role: 'tijdig_worker',
      size: settings.databaseConnections,
      isKeyedOnly: true,
      onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
    })
    const worker = startWorker({
      databaseUrl,
      pool,
      services,
      ...createOutlets({ sms: nullSms, email: nullEmail }, { pool, services }),
      mailFrom: settings.email.from,
      log,
      callTimeoutMs: 12_000,
      volumeFloor: settings.volumeBreakerFloor,
      pollMs: 500,
      onHandedOver: () => undefined,
      onRound: () => undefined,
    })
    const batches = startBatchWorker({ pool, services, log, pollMs: 500 })
    return {
      answer: async () => null,
      async stop() {
        await Promise.all([worker.stop(), batches.stop()])
        await pool.end()
      },
    }
  },
})
