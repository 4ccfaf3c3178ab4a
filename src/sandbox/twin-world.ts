import type { FastifyReply } from 'fastify'

import type { Courier, Delivery } from '#/sandbox/sms/courier.ts'
import type { FaultMode, Faults } from './faults.ts'
import type { Inbox } from '#/sandbox/inbox/inbox.ts'
import type { SandboxOptions, SandboxTimings } from './sandbox-options.ts'

/** What every twin works with. */
export type TwinWorld = {
  readonly options: SandboxOptions
  readonly timings: SandboxTimings
  readonly inbox: Inbox
  readonly faults: Faults
  readonly courier: Courier
}

/** Leaves a call without an answer until the caller hangs up or the sandbox stops. */
export function neverAnswer(reply: FastifyReply): FastifyReply {
  return reply.hijack()
}

/** Delivers receipts in the order and number that the fault demands. @param steps in the order they really happened */
export async function deliverReceipts<Step>(
  world: TwinWorld,
  fault: FaultMode | null,
  steps: readonly Step[],
  deliver: (step: Step) => Promise<unknown>,
): Promise<void> {
  const ordered = fault === 'receipt_reordered' ? steps.toReversed() : steps
  if (fault === 'receipt_late' && !(await world.courier.wait(world.timings.receiptLateMs))) return
  for (const step of ordered) {
    if (!(await world.courier.wait(world.timings.receiptStepMs))) return
    await deliver(step)
    if (fault === 'receipt_duplicate') await deliver(step)
  }
}

/** Delivers an event of a payment provider until it is accepted; under a fault late, twice or out of order. */
export async function deliverPaymentEvent(
  world: TwinWorld,
  provider: 'mollie' | 'stripe',
  event: () => Delivery,
): Promise<void> {
  const fault = world.faults.take(provider, null, 'receipt')
  const made = event()
  if (fault === 'receipt_late' && !(await world.courier.wait(world.timings.receiptLateMs))) return
  await world.courier.post(made)
  if (fault === 'receipt_reordered' && !(await world.courier.wait(world.timings.receiptLateMs))) return
  if (fault === 'receipt_duplicate' || fault === 'receipt_reordered') await world.courier.post(made)
}

/** Work nobody waits for; failures are logged. */
export function inBackground(world: TwinWorld, work: Promise<unknown>): void {
  work.catch((error: unknown) => world.options.log.warn({ error: String(error) }, 'sandbox background work failed'))
}
