import type { HolderCtx } from '#/kernel/context.ts'
import { findOwnTypeChangedAt } from '#/slices/appointment-types/appointment-types.ts'
import { getBilling } from '#/slices/billing/billing.ts'
import { getProfileWithTimes } from '#/slices/holders/holders.ts'
import { findLatestConnectedAt } from '#/slices/calendars/calendars.ts'
import { findFirstHandOver } from '#/slices/reminders/reminders.ts'
import { toOnboarding, type HolderOnboarding } from './onboarding-view.ts'
import type { OnboardingRow } from './store.ts'

/** The onboarding with its steps as the data is now. */
export async function viewOnboarding(
  { tx }: Pick<HolderCtx, 'tx'>,
  row: OnboardingRow | null,
): Promise<HolderOnboarding> {
  const [{ profile, createdAt, updatedAt }, appointmentTypeAt, billing, calendarConnectedAt, messageAt] =
    await Promise.all([
      getProfileWithTimes(tx),
      findOwnTypeChangedAt(tx),
      getBilling(tx),
      findLatestConnectedAt(tx),
      findFirstHandOver(tx, tx.platformHolderId),
    ])
  const payment = { isActive: billing.status === 'active', updatedAt: billing.updatedAt }
  const facts = { profile, profileChangedAt: updatedAt, appointmentTypeAt, payment, calendarConnectedAt, messageAt }
  return toOnboarding(row, facts, createdAt)
}
