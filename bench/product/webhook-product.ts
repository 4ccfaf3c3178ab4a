import { createLog } from '#/kernel/log.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { startWebhookWorker, type WebhookWorker } from '#/slices/webhooks/webhooks.ts'
import { serveParent } from '../measuring/child.ts'
import { productServices, productSettings } from './product-settings.ts'

// The product's worker of webhooks, started and stopped as it is asked.

serveParent<{ databaseUrl: string }, 'start' | 'stop'>({
  async start({ databaseUrl }) {
    const services = productServices(productSettings(databaseUrl, { api: 0, admin: 0 }))
    const log = createLog('warn', { write: (line) => void process.stderr.write(line) })
    const pool = openPool({
      databaseUrl,
      role: 'tijdig_worker',
      // As in production (app/product.ts).
      size: 6,
      isKeyedOnly: true,
      onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
    })
    let worker: WebhookWorker | null = null
    const stop = async () => {
      await worker?.stop()
      worker = null
    }
    return {
      async answer(question) {
        await stop()
        if (question === 'start')
          worker = startWebhookWorker({ pool, services, log, pollMs: 500, onAttempt: () => undefined })
        return null
      },
      async stop() {
        await stop()
        await pool.end()
      },
    }
  },
})
