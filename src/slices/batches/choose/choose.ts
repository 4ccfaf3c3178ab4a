import { invalid } from '#/kernel/errors.ts'
import type { HolderCtx } from '#/kernel/context.ts'
import { previewBatch, type BatchKind, type BatchMessages } from '#/slices/reminders/reminders.ts'
import { batchMax, type BatchAction, type BatchInput } from './batch-input.ts'
import { listChosen, type Chosen } from './chosen-store.ts'

/** How long a batch that was confirmed can be undone. */
export const holdSeconds = 120

/** When a batch that is confirmed now can no longer be undone. */
export function leavingAt(now: Temporal.Instant): Temporal.Instant {
  return now.add({ seconds: holdSeconds })
}

/** What the message of each action is. */
export const kindOf: Readonly<Record<BatchAction, BatchKind>> = {
  cancel: 'cancellation',
  postpone: 'postponed',
  delay: 'delay',
}

/** @throws AppError VALIDATION_FAILED when the filter chooses more than a batch may have */
export async function choose(ctx: Pick<HolderCtx, 'tx'>, input: BatchInput): Promise<Chosen[]> {
  const chosen = await listChosen(ctx.tx, input)
  if (chosen.length > batchMax)
    throw invalid({
      path: 'filter',
      code: 'out_of_range',
      message: `These are more than ${batchMax} appointments. Choose a shorter time or fewer locations.`,
    })
  return chosen
}

/** How the person of each would be told, and in which messages, once it can no longer be undone. */
export function telling(
  ctx: Pick<HolderCtx, 'tx' | 'services' | 'now'>,
  { action, delayMinutes }: Pick<BatchInput, 'action' | 'delayMinutes'>,
  chosen: readonly Chosen[],
): Promise<BatchMessages> {
  const { baseUrl } = ctx.services
  const ids = chosen.map(({ id }) => id)
  const now = leavingAt(ctx.now)
  return previewBatch(ctx.tx, ids, { kind: kindOf[action], delayMinutes: delayMinutes ?? null, baseUrl, now })
}
