import type { Log } from '#/kernel/log.ts'
import type { Metrics } from './metrics.ts'

/** Called for a refusal that concerns our account at a provider, with the provider's own code. */
export type AccountRefusals = (provider: string, code: string) => void

const tellAgainMs = 60_000

/** Counts them, and logs an error at most once a minute per provider, because a refusal hits every message. */
export function tellAccountRefusals(
  log: Pick<Log, 'error'>,
  { accountRefusals }: Pick<Metrics, 'accountRefusals'>,
): AccountRefusals {
  const toldAtMs = new Map<string, number>()
  return (provider, code) => {
    accountRefusals.inc({ provider, code })
    const nowMs = performance.now()
    const lastMs = toldAtMs.get(provider)
    if (lastMs !== undefined && nowMs - lastMs < tellAgainMs) return
    toldAtMs.set(provider, nowMs)
    log.error({ provider, code }, 'the provider refuses our account: look at its credentials, balance and state')
  }
}
