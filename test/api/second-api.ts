import { startProduct } from '#/app/product.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { createLog } from '#/kernel/log.ts'
import { asEnvironment } from '../as-environment.ts'
import { hangUp } from '../hang-up.ts'
import { testSecret, type TestProduct } from '../harness.ts'

/** Another API process beside a running product, on the same database. It listens at `url`. */
export async function startSecondApi(
  product: TestProduct,
  changes: Partial<Settings> & { databaseUrl?: string } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const settings = { ...product.settings, ports: { ...product.settings.ports, api: 0, admin: 0 }, ...changes }
  const start = () =>
    startProduct({
      settings,
      databaseUrl: changes.databaseUrl ?? product.databaseUrl,
      secret: testSecret,
      roles: ['api'],
      log: createLog('fatal', { write: () => undefined }),
    })
  const { environment } = settings
  const second =
    environment === product.settings.environment
      ? await start()
      : await asEnvironment(product.databaseUrl, environment, start)
  return {
    url: `http://127.0.0.1:${second.ports.api}`,
    async stop() {
      await hangUp()
      await second.stop()
    },
  }
}
