import type pg from 'pg'
import { bindHolder, inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { formatInstant } from '#/kernel/schema.ts'
import type { HolderStatus } from '#/slices/holders/operator-store.ts'
import { missingData } from '#/slices/onboarding/missing-data.ts'
import { findOnboardingForUpdate, listSubmissions, writeReview } from '#/slices/onboarding/operator-store.ts'
import { viewOnboarding } from '#/slices/onboarding/read-facts.ts'
import { activateInTransaction, lockHolder } from './holder.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'

export type Submission = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly holderStatus: HolderStatus
  readonly version: number
  readonly submittedAt: string
}

/** Onboardings that wait for a review, the longest first. @param pool acts as tijdig_operator, as in every function here */
export async function listOnboardings(pool: pg.Pool): Promise<Submission[]> {
  const rows = await inTransaction(pool, { holder: null }, listSubmissions)
  return rows.map((row) => ({
    platformHolderId: row.platformHolderId,
    displayName: row.displayName,
    holderStatus: row.holderStatus,
    version: row.version,
    submittedAt: formatInstant(row.submittedAt),
  }))
}

export type Approval = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly status: 'completed'
  /** False when the holder was active already. */
  readonly isActivated: boolean
}

/**
 * Completes an onboarding that was handed in and makes its holder active.
 *
 * @throws OperatorError when none waits, when the holder is suspended, or when required data has gone since
 */
export async function approveOnboarding(pool: pg.Pool, platformHolderId: string): Promise<Approval> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const { displayName, status, row } = await getSubmission(tx, platformHolderId)
    if (status === 'suspended')
      throw new OperatorError('The platform holder is suspended: `tijdig holder activate` lets it go on first.')
    const missing = missingData(await viewOnboarding({ tx: bindHolder(tx, platformHolderId) }, row))
    if (missing.length > 0)
      throw new OperatorError(
        `Since it was handed in, this went missing: ${missing.map(({ path }) => path).join(', ')}. Return it.`,
      )
    const { isChanged } = await activateInTransaction(tx, platformHolderId)
    await writeReview(tx, platformHolderId, { status: 'completed', message: null })
    auditOperator(tx, { platformHolderId, action: 'onboardingApproved', subjects: [platformHolderId] })
    return { platformHolderId, displayName, status: 'completed', isActivated: isChanged }
  })
}

export type Return = { readonly platformHolderId: string; readonly displayName: string; readonly status: 'in_progress' }

/**
 * Returns an onboarding to the holder's staff, with what they have to do.
 *
 * @param message what staff read, 1 to 1000 characters
 * @throws OperatorError when none waits or the message is empty or too long
 */
export async function returnOnboarding(pool: pg.Pool, platformHolderId: string, message: string): Promise<Return> {
  const text = message.trim()
  if (text === '' || [...text].length > 1_000)
    throw new OperatorError('The message to the platform holder has 1 to 1000 characters.')
  return inTransaction(pool, { holder: null }, async (tx) => {
    const { displayName } = await getSubmission(tx, platformHolderId)
    await writeReview(tx, platformHolderId, { status: 'in_progress', message: text })
    // The message is for the holder's staff alone; the audit row says only that there was one.
    auditOperator(tx, { platformHolderId, action: 'onboardingReturned', subjects: [platformHolderId] })
    return { platformHolderId, displayName, status: 'in_progress' }
  })
}

async function getSubmission(tx: Tx, platformHolderId: string) {
  const { displayName, status } = await lockHolder(tx, platformHolderId)
  const row = await findOnboardingForUpdate(tx, platformHolderId)
  if (row?.status !== 'pending_review')
    throw new OperatorError(
      'No onboarding of this platform holder waits for a review: `tijdig onboarding list` shows all.',
    )
  return { displayName, status, row }
}
