import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { AppError } from '#/kernel/errors.ts'

/** What is stored of an onboarding itself. */
export type OnboardingRow = RowOf<typeof onboardingColumns> & { readonly skipped: Readonly<Record<string, string>> }

const onboardingColumns = columns('onboarding', 'version, status, skipped, submitted_at, review_message, updated_at')

/** What is stored of a holder's onboarding; null when nothing is yet. */
export async function findOnboarding(tx: HolderTx): Promise<OnboardingRow | null> {
  return (await tx.rows(selectOnboarding, [tx.platformHolderId]))[0] ?? null
}

/** The same, made if need be and locked until the transaction ends. */
export async function lockOnboarding(tx: HolderTx): Promise<OnboardingRow> {
  await tx.rows(insertOnboarding, [tx.platformHolderId])
  const [row] = await tx.rows(lockRow, [tx.platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Skips or reopens a step of a locked onboarding. */
export async function writeSkipped(tx: HolderTx, stepId: string, isSkipped: boolean): Promise<OnboardingRow> {
  return one(await tx.rows(updateSkipped, [tx.platformHolderId, stepId, isSkipped]))
}

/** Submits a locked onboarding and clears what a reviewer wrote before. */
export async function writeSubmission(tx: HolderTx): Promise<OnboardingRow> {
  return one(await tx.rows(updateSubmission, [tx.platformHolderId]))
}

function one(rows: readonly OnboardingRow[]): OnboardingRow {
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectOnboarding = statement<OnboardingRow>(
  'select_onboarding',
  `select ${onboardingColumns} from onboarding where platform_holder_id = $1`,
)
const insertOnboarding = statement(
  'insert_onboarding',
  'insert into onboarding (platform_holder_id) values ($1) on conflict do nothing',
)
const lockRow = statement<OnboardingRow>(
  'lock_onboarding',
  `select ${onboardingColumns} from onboarding where platform_holder_id = $1 for update`,
)
const updateSkipped = statement<OnboardingRow>(
  'update_onboarding_skipped',
  `update onboarding set version = version + 1, updated_at = tijdig_now(),
     skipped = case when $3::boolean then skipped || jsonb_build_object($2::text, to_char(tijdig_now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
               else skipped - $2::text end
   where platform_holder_id = $1 returning ${onboardingColumns}`,
)
const updateSubmission = statement<OnboardingRow>(
  'update_onboarding_submission',
  `update onboarding set version = version + 1, status = 'pending_review', submitted_at = tijdig_now(),
     review_message = null, updated_at = tijdig_now()
   where platform_holder_id = $1 returning ${onboardingColumns}`,
)
