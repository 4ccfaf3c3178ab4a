import { statement, type Tx } from '#/kernel/postgres/db.ts'
import type { OnboardingRow } from './store.ts'

/** An onboarding that waits for a reviewer. */
export type SubmissionRow = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly holderStatus: 'draft' | 'active' | 'suspended' | 'deleted'
  readonly version: number
  readonly submittedAt: Temporal.Instant
}

/** Onboardings that wait for a reviewer, the longest first. Operator work, as is everything here. */
export function listSubmissions(tx: Tx): Promise<SubmissionRow[]> {
  return tx.rows(selectSubmissions)
}

/** What is stored of a holder's onboarding, locked until the transaction ends; null when nothing is. */
export async function findOnboardingForUpdate(tx: Tx, platformHolderId: string): Promise<OnboardingRow | null> {
  return (await tx.rows(lockSubmission, [platformHolderId]))[0] ?? null
}

/** Ends the review of a locked onboarding. */
export async function writeReview(
  tx: Tx,
  platformHolderId: string,
  review: { readonly status: 'completed' | 'in_progress'; readonly message: string | null },
): Promise<void> {
  await tx.rows(updateReview, [platformHolderId, review.status, review.message])
}

const selectSubmissions = statement<SubmissionRow>(
  'list_onboarding_submissions',
  `select o.platform_holder_id, h.display_name, h.status as holder_status, o.version, o.submitted_at
   from onboarding o join platform_holder h on h.platform_holder_id = o.platform_holder_id
   where o.status = 'pending_review' and h.status <> 'deleted'
   order by o.submitted_at, o.platform_holder_id limit 1000`,
)
const lockSubmission = statement<OnboardingRow>(
  'lock_onboarding_submission',
  `select version, status, skipped, submitted_at, review_message, updated_at
   from onboarding where platform_holder_id = $1 for update`,
)
const updateReview = statement(
  'update_onboarding_review',
  `update onboarding set status = $2, review_message = $3, version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1`,
)
