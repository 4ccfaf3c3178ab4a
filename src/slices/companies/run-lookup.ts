import type { StepsCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { timedOutAfterMs } from '#/kernel/flow/vitality.ts'
import type { CompanyAnswer, CompanyProvider, LookupCall } from '#/ports/companies.ts'
import { timedOutCode, type LookupPhase } from './lookup-progress.ts'
import { endLookup, findLookup, noteProgress, startLookup, type LookupKey } from './store.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** The register companies are looked up in; null where none is configured. */
    readonly companies: CompanyProvider | null
  }
}

/** However lively a provider is, one request does not wait for it longer than this; connections end at 60 s. */
const longestMs = 55_000

/**
 * Runs one look-up at the provider, with its progress stored before the call and at each sign of life. Neither what is
 * looked for nor what is found is stored.
 *
 * @throws AppError NOT_CONFIGURED; COMPANY_LOOKUP_REPEATED for the latest requestId again and STATE_CONFLICT while another
 *   look-up runs, both without a call; PROVIDER_UNAVAILABLE when the provider failed or was silent for too long
 */
export async function runLookup<T>(
  ctx: StepsCtx,
  lookup: { readonly requestId: string; readonly phase: LookupPhase },
  ask: (provider: CompanyProvider, call: LookupCall) => Promise<CompanyAnswer<T>>,
): Promise<{ readonly result: T; readonly retrievedAt: Temporal.Instant }> {
  const provider = ctx.services.companies
  if (!provider) throw new AppError('NOT_CONFIGURED')
  const { platformHolderId, identity } = ctx
  const key = { platformHolderId, actorId: identity.actorId, requestId: lookup.requestId }
  await start(ctx, key, lookup.phase)
  const { answer, isTimedOut } = await askPatiently(ctx, key, (call) => ask(provider, call))
  const end = isTimedOut
    ? ({ status: 'timed_out', errorCode: timedOutCode } as const)
    : answer.outcome === 'answered'
      ? ({ status: 'completed', errorCode: null } as const)
      : ({ status: 'failed', errorCode: answer.errorCode } as const)
  const endedAt = await ctx.step(({ tx }) => endLookup(tx, key, end))
  if (end.status !== 'completed')
    ctx.log.warn({ requestId: ctx.requestId, phase: lookup.phase, errorCode: end.errorCode }, 'company look-up failed')
  // The same call again would be COMPANY_LOOKUP_REPEATED.
  if (isTimedOut || answer.outcome !== 'answered' || !endedAt)
    throw new AppError('PROVIDER_UNAVAILABLE', { isRetryable: false, message: lookAgain })
  return { result: answer.result, retrievedAt: endedAt }
}

const lookAgain = 'The company register did not answer. Try again later, with a new requestId.'

async function start(ctx: StepsCtx, key: LookupKey, phase: LookupPhase): Promise<void> {
  await ctx.step(async ({ tx }) => {
    if (await startLookup(tx, key, phase)) return
    const latest = await findLookup(tx, key.actorId)
    if (latest?.requestId === key.requestId) {
      // How long a new one may have to wait for this one.
      const seconds = latest.status === 'running' ? timedOutAfterMs / 1_000 : 1
      throw new AppError('COMPANY_LOOKUP_REPEATED', { headers: { 'retry-after': String(seconds) } })
    }
    throw new AppError('STATE_CONFLICT', {
      message: 'Your latest company look-up is still running. Wait until companies/progress shows its end.',
    })
  })
}

/** Asks the provider and ends the call when it shows no sign of life for too long. */
async function askPatiently<T>(
  ctx: StepsCtx,
  key: LookupKey,
  ask: (call: LookupCall) => Promise<CompanyAnswer<T>>,
): Promise<{ readonly answer: CompanyAnswer<T>; readonly isTimedOut: boolean }> {
  const silence = new AbortController()
  const watch = setTimeout(() => silence.abort(), timedOutAfterMs)
  const signal = AbortSignal.any([silence.signal, AbortSignal.timeout(longestMs)])
  const onProgress = async () => {
    await ctx.step(({ tx }) => noteProgress(tx, key))
    watch.refresh()
  }
  try {
    const answer = await ask({ signal, onProgress })
    return { answer, isTimedOut: answer.outcome === 'failed' && signal.aborted }
  } finally {
    clearTimeout(watch)
  }
}
