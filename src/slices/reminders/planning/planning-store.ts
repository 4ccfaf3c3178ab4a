import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { isErasedSql } from '#/slices/deletion-requests/sql.ts'
import type { Channel, ReminderPolicy } from '#/slices/reminders/policy/policy.ts'
import { typeColumns, type TypeRow } from '#/slices/reminders/policy/type-plan.ts'
import { joinWishes, wishColumns, type WishRow } from '#/slices/reminders/plan/wishes.ts'

export type PolicyRow = ReminderPolicy & { readonly updatedAt: Temporal.Instant }

export const policyColumns = `p.version, p.steps, p.min_lead_minutes, p.quiet_hours, p.short_notice, p.send_change_notice,
  p.send_cancellation_notice, p.send_registration_notice, p.group_same_day, p.sms_sender, p.sms_alphabet, p.intake_default_type_id, p.updated_at`

/**
 * Whether an opt-out of this holder or of all holders stands for a contact; `$n` may be null. Each is looked up by its key (`offset 0`
 * keeps it so): a plan that was made while there were few would go on reading all of them for each share.
 */
export const isOptedOutSql = (channel: Channel, parameter: string, row: string) => `
  (exists (select 1 from suppression s where s.platform_holder_id = ${row}.platform_holder_id and s.channel = '${channel}'
             and s.contact_key = ${parameter} and s.is_active offset 0)
   or exists (select 1 from suppression_everywhere s where s.channel = '${channel}' and s.contact_key = ${parameter} and s.is_active offset 0))`

/** Whether either keeps a message from being sent. */
export const isSuppressedSql = (channel: Channel, parameter: string, row = 'p', entry = 'a.holder_recipient_id') =>
  `(${isErasedSql(row, entry)} or ${isOptedOutSql(channel, parameter, row)})`

/** Shared by everyone who plans for the holder `$1`, exclusive for a policy edit: nobody plans by a policy that is being replaced. */
export const policyLockKey = `hashtextextended('policy ' || $1::text, 0)`

/** Keeps the policy of the holder `$1` from changing until the transaction ends; after the locks of appointments, as an edit takes them. */
export const sharePolicySql = `pg_advisory_xact_lock_shared(${policyLockKey})`

type PlanningRow = PolicyRow &
  WishRow &
  TypeRow & { readonly isSmsSuppressed: boolean; readonly isEmailSuppressed: boolean }

/** @param isPolicyShared whether an earlier statement shared the policy, or the row is read again by one that does */
export async function readPlanningRow(
  tx: Tx,
  platformHolderId: string,
  key: { sms: Buffer | null; email: Buffer | null },
  holderRecipientId: string | null,
  type: TypeChoice,
  { isPolicyShared = false } = {},
): Promise<PlanningRow | undefined> {
  // The lock is its own statement, so that the next one sees what was committed while it waited.
  const locked = isPolicyShared ? null : tx.rows(sharePolicy, [platformHolderId])
  const values = [platformHolderId, key.sms, key.email, holderRecipientId]
  const [row] = await ('id' in type
    ? tx.rows(selectPlanning, [...values, type.id])
    : tx.rows(selectIntakePlanning, [...values, type.sourceSystem, type.externalAppointmentId]))
  await locked
  return row
}

/** The type to plan by: a given one, or that of the appointment a source system hands in under a key. */
export type TypeChoice =
  | { readonly id: string | null }
  | { readonly sourceSystem: string; readonly externalAppointmentId: string }

const sharePolicy = statement('share_policy', `select ${sharePolicySql}`)
const planningText = (joinType: string) => `
  select ${policyColumns}, ${isSuppressedSql('sms', '$2', 'p', '$4')} as is_sms_suppressed, ${isSuppressedSql('email', '$3', 'p', '$4')} as is_email_suppressed, ${wishColumns},
    ${typeColumns}
  from reminder_policy p
  left join recipient_link l on l.platform_holder_id = p.platform_holder_id and l.holder_recipient_id = $4
  ${joinWishes('l.recipient_id', 'p.platform_holder_id')}
  ${joinType}
  where p.platform_holder_id = $1`
const selectPlanning = statement<PlanningRow>('select_planning', planningText(joinType('p', '$5::uuid')))
// A known appointment keeps its type; a new one gets the holder's default, unless that is archived.
const selectIntakePlanning = statement<PlanningRow>(
  'select_intake_planning',
  planningText(`
  left join appointment known on known.platform_holder_id = p.platform_holder_id and known.source_system = $5 and known.external_appointment_id = $6
  ${joinType('p', 'case when known.id is null then p.intake_default_type_id else known.appointment_type_id end')} and (known.id is not null or t.status = 'active')`),
)
