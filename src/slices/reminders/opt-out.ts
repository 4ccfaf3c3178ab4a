import type { DerivedKeys } from '#/kernel/derived-keys.ts'
import { statement, type Tx } from '#/kernel/db.ts'
import { planRows, readPlanning, writeReplan, type PlannableAppointment } from './planning.ts'
import type { Channel } from './policy.ts'
import {
  activateSuppressions,
  liftSuppression,
  setSuppressionEverywhere,
  type SuppressionSource,
} from './suppression-store.ts'

type OptOut = {
  readonly platformHolderId: string
  readonly now: Temporal.Instant
  readonly channel: Channel
  readonly contactKey: Buffer
  readonly source: SuppressionSource
  /** True for "STOP ALL": no holder may use this contact any more. */
  readonly isEverywhere?: boolean
}

/**
 * Opts a contact out and plans the unsent reminders of its coming appointments anew, so that what can go by the other
 * channel does and the rest says why it does not (G9). Other holders' rows, and rows already claimed, are caught when
 * they are looked at just before the hand-over.
 *
 * @returns the appointments concerned
 */
export async function applyOptOut(tx: Tx, keys: DerivedKeys, optOut: OptOut): Promise<string[]> {
  const { platformHolderId, now, channel, contactKey, source } = optOut
  activateSuppressions(tx, platformHolderId, channel, [contactKey.toString('hex')], source)
  if (optOut.isEverywhere) setSuppressionEverywhere(tx, channel, contactKey, true, source)
  const rows = await tx.rows(channel === 'sms' ? selectByPhone : selectByEmail, [platformHolderId, contactKey, now])
  for (const row of rows) {
    const appointment: PlannableAppointment = {
      id: row.id,
      scheduleRevision: row.schedule_revision,
      startsAt: row.starts_at,
      timezone: row.timezone,
      contacts: { email: row.recipient_email, phoneNumberE164: row.recipient_phone },
      isConfirmed: row.is_confirmed,
      awaitsNewTime: row.awaits_new_time,
    }
    const planning = await readPlanning(tx, keys, platformHolderId, appointment.contacts, row.holder_recipient_id, {
      id: row.appointment_type_id,
    })
    writeReplan(tx, { platformHolderId, now }, appointment, planRows(appointment, planning, now, 'policy_changed'))
  }
  return rows.map((row) => row.id)
}

/** Lets a contact be used again for what is planned from now on; nothing is planned anew (G9). */
export function endOptOut(
  tx: Tx,
  platformHolderId: string,
  channel: Channel,
  contactKey: Buffer,
  source: SuppressionSource,
): void {
  liftSuppression(tx, platformHolderId, channel, contactKey, source)
  setSuppressionEverywhere(tx, channel, contactKey, false, source)
}

type ConcernedRow = {
  readonly id: string
  readonly holder_recipient_id: string
  readonly appointment_type_id: string | null
  readonly schedule_revision: number
  readonly starts_at: Temporal.Instant
  readonly timezone: string
  readonly recipient_email: string | null
  readonly recipient_phone: string | null
  readonly is_confirmed: boolean
  readonly awaits_new_time: boolean
}
const concerned = (name: string, column: string) =>
  statement<ConcernedRow>(
    name,
    `select id, holder_recipient_id, appointment_type_id, schedule_revision, starts_at, timezone, recipient_email, recipient_phone, confirmed_revision is not distinct from schedule_revision as is_confirmed, awaits_new_time
     from appointment where platform_holder_id = $1 and ${column} = $2 and starts_at > $3 and status = 'registered' order by id for update`,
  )
const selectByPhone = concerned('select_concerned_by_phone', 'recipient_phone_key')
const selectByEmail = concerned('select_concerned_by_email', 'recipient_email_key')
