import { audit } from '#/kernel/audit.ts'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import type { PaymentProviders, ProviderSetup } from '#/ports/billing.ts'
import { lockAccount, noteEvent, type Account } from './account-store.ts'
import { billingStatus, learn, type SetupKnowledge } from './billing-state.ts'
import { findSetup, lockSetup, storeLearned, type SetupRow } from '#/slices/billing/setup/setup-store.ts'

export type ReadBack = {
  readonly payments: PaymentProviders
  readonly log: Log
  /** Runs one transaction bound to the holder. */
  readonly step: <T>(work: (tx: HolderTx) => Promise<T>) => Promise<T>
  readonly platformHolderId: string
  readonly setupId: string
  /** How long past its term a set-up may still be open at the provider before it is given up; by default an hour. */
  readonly patience?: Temporal.Duration
}

/**
 * Asks the provider how a set-up went and applies its answer: the only way a status changes. The call lies between two
 * transactions. A provider that is no longer configured can say nothing any more: past its term its set-up has run out,
 * so that another can be begun.
 *
 * @returns `unavailable` when the provider could not say; the caller tries again
 */
export async function readBack(request: ReadBack): Promise<'applied' | 'unavailable'> {
  const { payments, log, step, platformHolderId, setupId, patience = anHour } = request
  const setup = await step((tx) => findSetup(tx, setupId))
  if (!setup?.setupReference || !setup.customerReference) return 'applied'
  const provider = payments[setup.provider]
  if (!provider && !setup.isOverdue) return 'unavailable'
  const { setupReference, customerReference } = setup
  const references = { platformHolderId, setupId, setupReference, customerReference }
  const answer = provider
    ? await provider.readSetup(references, AbortSignal.timeout(8_000))
    : ({ outcome: 'absent' } as const)
  if (answer.outcome === 'refused' || answer.outcome === 'unavailable') return 'unavailable'
  if (answer.outcome === 'foreign')
    log.warn({ setupId, provider: setup.provider }, 'the provider has something of another set-up under this reference')
  const observed = answer.outcome === 'setup' ? answer.setup : absent
  await step((tx) => apply(tx, { setupId, patience }, observed))
  return 'applied'
}

/** For a missing or foreign set-up. Says nothing of a mandate: with a wrong key every set-up looks missing. */
const absent: ProviderSetup = { payment: 'open', failureCode: null, mandate: null }

const anHour = Temporal.Duration.from({ hours: 1 })

type Target = { readonly setupId: string; readonly patience: Temporal.Duration }

async function apply(tx: HolderTx, { setupId, patience }: Target, observed: ProviderSetup): Promise<void> {
  const account = await lockAccount(tx)
  const setup = await lockSetup(tx, setupId)
  if (!setup || setup.state === 'starting' || setup.state === 'abandoned') return
  const learned = learn(
    setup,
    isGivenUp(setup, observed, patience) ? { ...observed, payment: 'failed', failureCode: 'expired' } : observed,
  )
  const next = accountAfter(account, setup, learned, await mandateOf(tx, account))
  const isWatched = next.mandateSetupId === setupId && learned.mandateStatus !== 'invalid'
  await storeLearned(tx, setupId, { ...learned, mandate: observed.mandate, isWatched })
  if (isSame(setup, learned)) return
  await noteEvent(tx, next)
  audit(tx, {
    platformHolderId: tx.platformHolderId,
    actor: { kind: 'provider', id: null },
    action: 'paymentSetupEvent',
    requestId: null,
    subjects: [setupId],
    detail: {
      provider: setup.provider,
      state: learned.state,
      mandateStatus: learned.mandateStatus,
      status: next.status,
    },
  })
}

/** A set-up still open past its term is given up; a payment that comes after all still counts. */
function isGivenUp(setup: SetupRow, { payment, mandate }: ProviderSetup, patience: Temporal.Duration): boolean {
  const isUndecided = payment === 'open' || (payment === 'paid' && mandate === null)
  if (setup.state !== 'pending' || !isUndecided || !setup.expiresAt) return false
  return Temporal.Instant.compare(setup.now, setup.expiresAt.add(patience)) >= 0
}

function isSame(known: SetupKnowledge, learned: SetupKnowledge): boolean {
  return (
    known.state === learned.state &&
    known.mandateStatus === learned.mandateStatus &&
    known.failureCode === learned.failureCode
  )
}

type CountingMandate = { readonly setupId: string; readonly status: SetupKnowledge['mandateStatus'] } | null

async function mandateOf(tx: HolderTx, { mandateSetupId }: Account): Promise<CountingMandate> {
  const setup = mandateSetupId === null ? null : await findSetup(tx, mandateSetupId)
  return setup && { setupId: setup.id, status: setup.mandateStatus }
}

/** The account after something was learned of one of its set-ups. */
function accountAfter(account: Account, setup: SetupRow, learned: SetupKnowledge, counting: CountingMandate): Account {
  const isConfirmed = learned.state === 'confirmed'
  const isDecided = isConfirmed || learned.state === 'failed'
  const counts = isConfirmed && (counting === null || counting.status === 'invalid' || counting.setupId <= setup.id)
  const mandate = counts ? { setupId: setup.id, status: learned.mandateStatus } : counting
  const isCurrent = account.currentSetupId === setup.id
  const currentSetupId = isCurrent && isDecided ? null : account.currentSetupId
  const isNewlyConfirmed = isConfirmed && setup.state !== 'confirmed'
  const isNewlyInvalid = counts && learned.mandateStatus === 'invalid' && setup.mandateStatus !== 'invalid'
  const failureCode =
    isCurrent && learned.state === 'failed'
      ? learned.failureCode
      : isNewlyConfirmed || isNewlyInvalid
        ? null
        : account.failureCode
  return {
    currentSetupId,
    mandateSetupId: mandate?.setupId ?? null,
    failureCode,
    status: billingStatus({
      mandateStatus: mandate?.status ?? 'none',
      hasPendingSetup: currentSetupId !== null,
      failureCode,
    }),
  }
}
