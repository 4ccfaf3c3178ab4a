import { setTimeout as sleep } from 'node:timers/promises'
import type { HolderCtx, StepsCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import type { PaymentFailure, PaymentProvider, PaymentProviders } from '#/ports/billing.ts'
import { lockAccount, noteStarted } from '#/slices/billing/account-store.ts'
import { readBack } from '#/slices/billing/read-back.ts'
import {
  findSetup,
  getPayer,
  insertSetup,
  lockUndecidedSetup,
  releaseSetup,
  storeCustomer,
  storeStarted,
  takeLease,
  type SetupRow,
} from './setup-store.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** Where holders set up how they pay; empty where none is configured. */
    readonly payments: PaymentProviders
  }
}

export type PendingSetup = {
  readonly setupId: string
  readonly redirectUrl: string
  readonly expiresAt: Temporal.Instant
}

const waitMs = 20_000
const callMs = 8_000

/**
 * Starts a set-up at the provider, or joins the one that is under way. However many ask at once, one of them calls the
 * provider and the others wait for its answer; whoever comes after a lost call repeats it with the same idempotency
 * keys, so that the provider makes nothing twice.
 *
 * @throws AppError PROVIDER_UNAVAILABLE
 */
export async function startOrJoinSetup(
  ctx: StepsCtx,
  provider: PaymentProvider,
  wanted: { locale: string | null },
): Promise<PendingSetup> {
  const until = performance.now() + waitMs
  for (let overdueTries = 0; ;) {
    const turn = await ctx.step((inner) => takeTurn(inner, provider, wanted))
    if (turn.whose === 'started') return turn.setup
    if (turn.whose === 'mine') {
      await startAtProvider(ctx, provider, turn.setup)
      continue
    }
    if (turn.whose === 'overdue') {
      overdueTries += 1
      const outcome = overdueTries > 2 ? 'unavailable' : await readOverdue(ctx, turn.setup.id)
      if (outcome === 'unavailable') throw new AppError('PROVIDER_UNAVAILABLE')
      continue
    }
    if (performance.now() > until) throw new AppError('PROVIDER_UNAVAILABLE')
    await sleep(100)
  }
}

type Turn =
  | { readonly whose: 'started'; readonly setup: PendingSetup }
  | { readonly whose: 'mine' | 'overdue'; readonly setup: SetupRow }
  | { readonly whose: 'another' }

async function takeTurn(
  { tx, identity }: HolderCtx,
  provider: PaymentProvider,
  wanted: { locale: string | null },
): Promise<Turn> {
  await lockAccount(tx)
  const setup = await lockUndecidedSetup(tx)
  if (setup?.state === 'pending') {
    if (setup.isOverdue || !setup.redirectUrl || !setup.expiresAt) return { whose: 'overdue', setup }
    const { id, redirectUrl, expiresAt } = setup
    return { whose: 'started', setup: { setupId: id, redirectUrl, expiresAt } }
  }
  if (setup && !setup.isFree) return { whose: 'another' }
  if (setup && !setup.isStale && setup.provider === provider.name) {
    await takeLease(tx, setup.id)
    return { whose: 'mine', setup }
  }
  if (setup) await releaseSetup(tx, setup.id, 'abandoned')
  const locale = wanted.locale ?? (await getPayer(tx)).locale
  const consentedBy = identity.actorId
  return {
    whose: 'mine',
    setup: await insertSetup(tx, { id: newId(), provider: provider.name, locale, consentedBy }),
  }
}

/** A set-up whose term has passed: the provider knows whether it was used after all. */
function readOverdue(ctx: StepsCtx, setupId: string): Promise<'applied' | 'unavailable'> {
  return readBack({
    payments: ctx.services.payments,
    log: ctx.log,
    step: (work) => ctx.step(({ tx }) => work(tx)),
    platformHolderId: ctx.platformHolderId,
    setupId,
    // Whoever asks for a new set-up has waited for the term already.
    patience: new Temporal.Duration(),
  })
}

async function startAtProvider(ctx: StepsCtx, provider: PaymentProvider, setup: SetupRow): Promise<void> {
  const { platformHolderId, services } = ctx
  const startFor = (customerReference: string) =>
    provider.startSetup(
      {
        setupId: setup.id,
        platformHolderId,
        customerReference,
        locale: setup.locale,
        returnUrl: `${services.baseUrl}/billing/return`,
        webhookUrl: `${services.baseUrl}/webhooks/payments/${provider.name}`,
      },
      AbortSignal.timeout(callMs),
    )
  const known = setup.customerReference ?? (await makeCustomer(ctx, provider, setup, null))
  let started = await startFor(known)
  // Deleted there, or made in another account: everything that was set up for it is gone with it.
  if (started.outcome === 'customer_unknown') started = await startFor(await makeCustomer(ctx, provider, setup, known))
  if (started.outcome === 'customer_unknown')
    return giveUp(ctx, provider, setup, { outcome: 'refused', detail: 'the provider does not know a customer it made' })
  if (started.outcome !== 'started') return giveUp(ctx, provider, setup, started)
  await ctx.notedStep(async ({ tx, touch }) => {
    const account = await lockAccount(tx)
    if (!(await storeStarted(tx, setup.id, started))) return
    touch(setup.id)
    const status = account.status === 'active' ? 'active' : 'setup_pending'
    const { consentRecordedAt } = setup
    await noteStarted(tx, { setupId: setup.id, status, consentRecordedAt })
  })
}

/** @param insteadOf a customer that the provider does not know; null: there is none yet */
async function makeCustomer(
  ctx: StepsCtx,
  provider: PaymentProvider,
  setup: SetupRow,
  insteadOf: string | null,
): Promise<string> {
  const { platformHolderId } = ctx
  const payer = await ctx.step(({ tx }) => getPayer(tx))
  const customer = { platformHolderId, name: payer.name, email: payer.email, locale: setup.locale }
  const key = `${setup.id}-customer${insteadOf === null ? '' : `-${insteadOf}`}`
  const made = await provider.createCustomer(customer, key, AbortSignal.timeout(callMs))
  if (made.outcome !== 'created') return giveUp(ctx, provider, setup, made)
  await ctx.step(({ tx }) => storeCustomer(tx, setup.id, made.customerReference))
  return made.customerReference
}

/** After a refusal the next try is a new set-up; after silence it is the same one, because the provider may have made it. */
async function giveUp(
  ctx: StepsCtx,
  provider: PaymentProvider,
  setup: SetupRow,
  { outcome, detail }: PaymentFailure,
): Promise<never> {
  const state = outcome === 'refused' ? 'abandoned' : 'starting'
  ctx.log.warn(
    { requestId: ctx.requestId, setupId: setup.id, provider: provider.name, outcome, detail },
    'payment set-up not started',
  )
  await ctx.step(async ({ tx }) => {
    const current = await findSetup(tx, setup.id)
    if (current?.state === 'starting') await releaseSetup(tx, setup.id, state)
  })
  throw new AppError('PROVIDER_UNAVAILABLE')
}
