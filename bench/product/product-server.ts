import { startProduct } from '#/app/product.ts'
import { createLog } from '#/kernel/log.ts'
import { serveParent } from '../measuring/child.ts'
import { benchSecret, productSettings } from './product-settings.ts'

export type ServerAnswer = { readonly port: number; readonly peakMemoryMb: number }

export type ServerSetup = {
  readonly databaseUrl: string
  /** Which of the product's servers is measured; the API by default. */
  readonly role?: 'api' | 'login'
}

// The product's API or its login server, with nothing left out.

serveParent<ServerSetup, null>({
  async start({ databaseUrl, role = 'api' }) {
    const product = await startProduct({
      settings: productSettings(databaseUrl, { api: 0, login: 0, admin: 0 }),
      databaseUrl,
      secret: benchSecret,
      roles: [role],
      log: createLog('info', { write: (line) => void process.stderr.write(line) }),
    })
    const port = product.ports[role]
    if (port === undefined) throw new Error(`The ${role} server does not listen`)
    return {
      answer: async (): Promise<ServerAnswer> => ({ port, peakMemoryMb: process.resourceUsage().maxRSS / 1_024 }),
      stop: () => product.stop(),
    }
  },
})
