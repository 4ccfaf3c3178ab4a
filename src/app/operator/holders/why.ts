import type pg from 'pg'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { formatInstant, formatInstantOrNull } from '#/kernel/schema.ts'
import { listWhy, type WhyRow } from '#/slices/reminders/reading/why-store.ts'
import type { ReasonCode } from '#/slices/reminders/words/words.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'

/** A message about an appointment: where it stands, and why it was not sent or did not arrive. */
export type ExplainedMessage = Omit<WhyRow, 'startsAt' | 'dueAt' | 'handedOverAt'> & {
  readonly startsAt: string
  readonly dueAt: string
  readonly handedOverAt: string | null
  readonly meaning: string | null
}

/**
 * Every message about the appointments that an id names: ours, another system's, a message's, or a provider's reference.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when it names none
 */
export async function explainMessages(pool: pg.Pool, id: string): Promise<ExplainedMessage[]> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const rows = await listWhy(tx, id)
    if (rows.length === 0)
      throw new OperatorError(
        'No message is about an appointment with this id: give that of the appointment, as we or its own system have it, of a message, or the reference that the provider knows.',
      )
    for (const [holder, about] of Map.groupBy(rows, (row) => row.platformHolderId))
      auditOperator(tx, {
        platformHolderId: holder,
        action: 'messagesExplained',
        subjects: [...new Set(about.map(({ appointmentId }) => appointmentId))],
      })
    return rows.map(({ startsAt, dueAt, handedOverAt, ...row }) => ({
      ...row,
      startsAt: formatInstant(startsAt),
      dueAt: formatInstant(dueAt),
      handedOverAt: formatInstantOrNull(handedOverAt),
      meaning: row.reasonCode && meanings[row.reasonCode],
    }))
  })
}

/** As the table of docs/reminders.md tells them. */
export const meanings: Readonly<Record<ReasonCode, string>> = {
  due_in_past: 'its instant had passed when the appointment was handed in or moved, or the step was added',
  quiet_hours: 'no time was left outside quiet hours',
  too_late:
    'its last useful instant passed: the shortest lead before the start, the grace after its time, or the appointment is over',
  no_contact: 'no number or address for its channel or the fallback, whatever else was opted out of',
  landline: 'a text message would go to a landline, or the provider says so',
  invalid_number: 'the provider knows no such number',
  number_unreachable: 'the telephone was off, or its inbox full',
  recipient_opted_out: 'STOP, an unsubscribe, the app or the provider says that they want none',
  channel_disabled: 'the recipient switched this channel off',
  confirmed: 'the recipient has confirmed already',
  superseded: 'another message says it, the policy no longer has the step, or a notice is owed to nobody',
  rescheduled: 'the appointment was moved or cancelled',
  appointment_cancelled: 'the appointment was moved or cancelled',
  awaiting_new_time: 'a wish to move was approved, or a batch postponed the appointment, and it was not moved yet',
  volume_review: 'unusually many messages; an operator looks, or looked and dropped it',
  tenant_inactive: 'the holder is not active',
  provider_refused: 'the provider or the mail server said no; its code stands with the attempt',
  carrier_rejected: 'the network did not deliver it',
  provider_unreachable: 'the provider could not be reached in time',
  outcome_unknown: 'nobody knows whether it arrived',
  test_mode: 'this is not production, and the address is not on the allow-list',
}
