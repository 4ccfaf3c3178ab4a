import { openPool } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { startEventWorker } from '#/slices/events/events.ts'
import { serveParent } from '../measuring/child.ts'
import { productServices, productSettings } from './product-settings.ts'

// What numbers events and sends them, as in a worker of the product.

serveParent<{ databaseUrl: string }, null>({
  async start({ databaseUrl }) {
    const settings = productSettings(databaseUrl, { api: 0, admin: 0 })
    const log = createLog('warn', { write: (line) => void process.stderr.write(line) })
    const pool = openPool({
      databaseUrl,
      role: 'tijdig_worker',
      size: settings.databaseConnections,
      isKeyedOnly: true,
      onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
    })
    const worker = startEventWorker({ pool, services: productServices(settings), log, pollMs: 500 })
    return {
      answer: async () => process.cpuUsage(),
      async stop() {
        await worker.stop()
        await pool.end()
      },
    }
  },
})
