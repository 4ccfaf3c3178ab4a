import { privacy } from '#/app/privacy.ts'
import { createProviders } from '#/app/wiring.ts'
import type { JobCtx } from '#/kernel/context.ts'
import { createLog } from '#/kernel/log.ts'
import type { TestProduct } from './harness.ts'

/** The context of background jobs, for calling them in a test; `more` overrides it. The caller closes its mail. */
export function jobCtx(product: TestProduct, more: Partial<JobCtx> = {}): JobCtx {
  const { settings, services, databaseUrl, login, operator } = product
  return {
    pool: operator,
    login,
    operator,
    databaseUrl,
    loginDatabaseUrl: databaseUrl,
    services,
    ...createProviders(settings, services),
    smsSender: settings.sms.sender,
    signInLimits: settings.signIn,
    privacy,
    erasureJournal: settings.erasureJournal,
    log: createLog('debug', { write: (line) => void product.logLines.push(line) }),
    ...more,
  }
}
