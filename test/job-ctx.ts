import { privacy } from '#/app/privacy.ts'
import { createProviders } from '#/app/wiring.ts'
import type { JobCtx } from '#/kernel/context.ts'
import { createLog } from '#/kernel/log.ts'
import type { HandOver, Outlet } from '#/ports/delivery.ts'
import { createOutlets } from '#/slices/test-inbox/test-inbox.ts'
import type { TestProduct } from './harness.ts'

/** The context of background jobs, for calling them in a test; `more` overrides it. The caller closes its mail. */
export function jobCtx(
  product: TestProduct,
  more: Partial<JobCtx> = {},
): JobCtx & { readonly closeMail: () => Promise<void> } {
  const { settings, services, databaseUrl, login, operator } = product
  const providers = createProviders(settings, services)
  return {
    pool: operator,
    login,
    operator,
    databaseUrl,
    loginDatabaseUrl: databaseUrl,
    services,
    ...createOutlets(providers, { pool: operator, services }),
    smsSender: settings.sms.sender,
    signInLimits: settings.signIn,
    privacy,
    erasureJournal: settings.erasureJournal,
    log: createLog('debug', { write: (line) => void product.logLines.push(line) }),
    ...more,
    closeMail: () => providers.email.close(),
  }
}

/** The same door, behind which every hand-over ends as given. */
export function handing<P extends object>(door: Outlet<P>, send: () => Promise<HandOver>): Outlet<P> {
  return { ...door, of: (sender) => ({ ...door.of(sender), send }) }
}
