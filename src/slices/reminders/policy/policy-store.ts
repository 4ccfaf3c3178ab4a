import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { policyLockKey } from '#/slices/reminders/sql.ts'
import { defaultPolicy, type ReminderPolicy } from '#/slices/reminders/words/policy.ts'

export type PolicyRow = ReminderPolicy & { readonly updatedAt: Temporal.Instant }

export const policyColumns = `p.version, p.steps, p.min_lead_minutes, p.quiet_hours, p.short_notice, p.send_change_notice,
  p.send_cancellation_notice, p.send_registration_notice, p.group_same_day, p.group_same_telephone, p.sms_sender,
  p.sms_alphabet, p.intake_default_type_id, p.reply_mail, p.calls_per_day, p.updated_at`

/** @throws AppError NOT_FOUND */
export async function getPolicy(tx: Tx, platformHolderId: string): Promise<PolicyRow> {
  const [row] = await tx.rows(selectPolicy, [platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const fromPolicy = `from reminder_policy p where p.platform_holder_id = $1`
const selectPolicy = statement<PolicyRow>('select_policy', `select ${policyColumns} ${fromPolicy}`)

/** In which letters text messages of the holder are written. */
export async function findSmsAlphabet(tx: HolderTx): Promise<PolicyRow['smsAlphabet']> {
  return (await getPolicy(tx, tx.platformHolderId)).smsAlphabet
}

/**
 * The policy, locked against other edits until this transaction ends, which may take long: they retry as
 * `lockTimeoutMs` says. Those who plan read the row without a lock, so they do not wait for it.
 *
 * @throws AppError NOT_FOUND
 */
export async function getPolicyForUpdate(tx: Tx, platformHolderId: string): Promise<PolicyRow> {
  const [row] = await tx.rows(selectPolicyForUpdate, [platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectPolicyForUpdate = {
  ...statement<PolicyRow>('select_policy_for_update', `select ${policyColumns} ${fromPolicy} for update`),
  lockTimeoutMs: 100,
}

/** Waits until nobody plans by the old policy any more, and makes newcomers wait for the new one. */
export async function lockPlanning(tx: Tx, platformHolderId: string): Promise<void> {
  await tx.rows(lockPolicy, [platformHolderId])
}

// It queues behind the last writes of an edit, which may be many.
const lockPolicy = { ...statement('lock_policy', `select pg_advisory_xact_lock(${policyLockKey})`), timeoutMs: 15_000 }

/** Writes every field of the policy; `version` is the new one. */
export async function updatePolicy(tx: Tx, platformHolderId: string, policy: ReminderPolicy): Promise<PolicyRow> {
  const [row] = await tx.rows(updatePolicyRow, [
    platformHolderId,
    policy.version,
    JSON.stringify(policy.steps),
    policy.minLeadMinutes,
    policy.quietHours && JSON.stringify(policy.quietHours),
    policy.shortNotice,
    policy.sendChangeNotice,
    policy.sendCancellationNotice,
    policy.sendRegistrationNotice,
    policy.groupSameDay,
    JSON.stringify(policy.smsSender),
    policy.intakeDefaultTypeId,
    policy.smsAlphabet,
    policy.groupSameTelephone,
    policy.replyMail,
    policy.callsPerDay,
  ])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const updatePolicyRow = statement<PolicyRow>(
  'update_policy',
  `update reminder_policy p set version = $2, steps = $3, min_lead_minutes = $4, quiet_hours = $5, short_notice = $6,
     send_change_notice = $7, send_cancellation_notice = $8, send_registration_notice = $9, group_same_day = $10,
     sms_sender = $11, intake_default_type_id = $12, sms_alphabet = $13,
     group_same_telephone = $14, reply_mail = $15, calls_per_day = $16, updated_at = tijdig_now()
   where p.platform_holder_id = $1 returning ${policyColumns}`,
)

/** Whether another holder sends from a number. Until the transaction ends, no other takes it. */
export async function isSenderOfAnother(tx: HolderTx, number: string): Promise<boolean> {
  const [row] = await tx.rows(selectSenderOfAnother, [tx.platformHolderId, number])
  return row?.isTaken ?? false
}

const selectSenderOfAnother = statement<{ isTaken: boolean }>(
  'is_sender_of_another',
  'select is_sender_of_another($1, $2) as is_taken',
)

/** The policy, with what a message says about its holder. */
export type PreviewRow = PolicyRow & {
  readonly displayName: string
  readonly defaultLocale: string
  readonly websiteUrl: string
  /** The holder's first location, as an example of a place. */
  readonly place: string | null
}

/** @throws AppError NOT_FOUND */
export async function getPolicyForPreview(tx: Tx, platformHolderId: string): Promise<PreviewRow> {
  const [row] = await tx.rows(selectForPreview, [platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectForPreview = statement<PreviewRow>(
  'select_policy_for_preview',
  `select ${policyColumns}, h.display_name, h.default_locale, h.website_url,
     h.scheduling_setup->'locations'->0->>'name' as place
   from reminder_policy p join platform_holder h using (platform_holder_id) where p.platform_holder_id = $1`,
)

/** Gives a new holder the default policy, sending from a number that can receive replies. */
export function createDefaultPolicy(tx: Tx, platformHolderId: string, smsSender: string): void {
  const isNumber = smsSender.startsWith('+')
  const sender = { mode: isNumber ? 'numeric' : 'alphanumeric', value: smsSender, canReceive: isNumber }
  tx.send(insertPolicy, [
    platformHolderId,
    JSON.stringify(defaultPolicy.steps),
    JSON.stringify(defaultPolicy.quietHours),
    JSON.stringify(sender),
  ])
}

const insertPolicy = statement(
  'insert_policy',
  `insert into reminder_policy (platform_holder_id, steps, quiet_hours, sms_sender) values ($1, $2, $3, $4)`,
)
