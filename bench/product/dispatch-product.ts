import { openPool } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { createOutlets } from '#/slices/test-inbox/test-inbox.ts'
import { startWorker } from '#/slices/reminders/reminders.ts'
import { serveParent } from '../measuring/child.ts'
import type { Drained } from '../benchmarks/dispatch.ts'
import { nullEmail, nullSms } from './null-providers.ts'
import { productServices, productSettings } from './product-settings.ts'

// The product's reminder worker, with providers that accept every message at once.

serveParent<{ databaseUrl: string }, { rows: number }>({
  async start({ databaseUrl }) {
    const settings = productSettings(databaseUrl, { api: 0, admin: 0 })
    const services = productServices(settings)
    const log = createLog('info', { write: (line) => void process.stderr.write(line) })
    const pool = openPool({
      databaseUrl,
      role: 'tijdig_worker',
      size: settings.databaseConnections,
      isKeyedOnly: true,
      onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
    })
    /** Runs the worker until everything is handed over and recorded as sent. */
    const drain = async (rows: number): Promise<Drained> => {
      const drained = Promise.withResolvers<void>()
      let handedOver = 0
      const startedMs = performance.now()
      const worker = startWorker({
        databaseUrl,
        pool,
        services,
        ...createOutlets({ sms: nullSms, email: nullEmail }, { pool, services }),
        mailFrom: settings.email.from,
        log,
        // As in production (app/product.ts), except for the volume breaker, which would hold such a volume.
        callTimeoutMs: 12_000,
        volumeFloor: 0,
        pollMs: 500,
        onHandedOver: () => {
          handedOver += 1
          if (handedOver === rows) drained.resolve()
        },
        onRound: () => undefined,
      })
      await drained.promise
      // Stopping waits until hand-overs are recorded, so it is part of the time.
      await worker.stop()
      const seconds = (performance.now() - startedMs) / 1_000
      return { rows, seconds }
    }
    return { answer: ({ rows }) => drain(rows), stop: () => pool.end() }
  },
})
