import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { hasListenersSql } from '#/slices/events/sql.ts'
import { typeColumns, type TypeRow } from '#/slices/reminders/policy/type-plan.ts'
import { joinPreferences, preferenceColumns, type PreferenceRow } from '#/slices/reminders/policy/preferences.ts'
import { isOptedOutOrErasedSql } from '#/slices/reminders/opt-outs/suppression-store.ts'
import { policyColumns, type PolicyRow } from '#/slices/reminders/policy/policy-store.ts'
import { sharePolicySql } from '#/slices/reminders/sql.ts'

type PlanningRow = PolicyRow &
  PreferenceRow &
  TypeRow & {
    readonly isSmsOptedOut: boolean
    readonly isEmailOptedOut: boolean
    readonly hasListeners: boolean
  }

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
  select ${policyColumns}, ${isOptedOutOrErasedSql('sms', '$2', 'p', '$4')} as is_sms_opted_out,
    ${isOptedOutOrErasedSql('email', '$3', 'p', '$4')} as is_email_opted_out, ${preferenceColumns},
    ${typeColumns}, ${hasListenersSql('p')} as has_listeners
  from reminder_policy p
  left join recipient_link l on l.platform_holder_id = p.platform_holder_id and l.holder_recipient_id = $4
  ${joinPreferences('l.recipient_id', 'p.platform_holder_id')}
  ${joinType}
  where p.platform_holder_id = $1`
const selectPlanning = statement<PlanningRow>('select_planning', planningText(joinType('p', '$5::uuid')))
// A known appointment keeps its type; a new one gets the holder's default, unless that is archived.
const selectIntakePlanning = statement<PlanningRow>(
  'select_intake_planning',
  planningText(`
  left join appointment known on known.platform_holder_id = p.platform_holder_id
    and known.source_system = $5
    and known.external_appointment_id = $6
  ${joinType('p', 'case when known.id is null then p.intake_default_type_id else known.appointment_type_id end')}
    and (known.id is not null or t.status = 'active')`),
)
