import type pg from 'pg'
import { bindHolder, inTransaction } from '#/kernel/postgres/db.ts'
import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { isPhoneE164 } from '#/kernel/text/phone-number.ts'
import { listEntriesOfContact } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { contactKey, listStandingOptOuts } from '#/slices/reminders/reminders.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { parseEmail } from '#/app/operator/holders/staff.ts'

/** A holder's entry with a number or address, and what stands against messages to it. */
export type FoundEntry = {
  readonly platformHolderId: string
  readonly holderDisplayName: string
  readonly holderRecipientId: string
  readonly displayName: string | null
  readonly linkedTo: string | null
  /** Channels by which this contact gets no messages, with what said so. */
  readonly optedOut: readonly string[]
}

/**
 * The entries of all holders that have a number or address. Each holder's audit trail says that they were looked at.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when it is neither
 */
export async function findByContact(pool: pg.Pool, keys: DerivedKeys, contact: string): Promise<FoundEntry[]> {
  const channel = isPhoneE164(contact) ? 'sms' : 'email'
  const key = contactKey(keys, channel, channel === 'sms' ? contact : parseEmail(contact))
  return inTransaction(pool, { holder: null }, async (tx) => {
    const found: FoundEntry[] = []
    for (const { platformHolderId, holderName, id, displayName, recipientId } of await listEntriesOfContact(tx, key)) {
      const standing = await listStandingOptOuts(bindHolder(tx, platformHolderId), {
        entry: id,
        smsKey: channel === 'sms' ? key : null,
        emailKey: channel === 'email' ? key : null,
      })
      auditOperator(tx, { platformHolderId, action: 'recipientFound', subjects: [id] })
      found.push({
        platformHolderId,
        holderDisplayName: holderName,
        holderRecipientId: id,
        displayName,
        linkedTo: recipientId,
        optedOut: standing.map((one) => `${one.channel} (${one.source})`),
      })
    }
    return found
  })
}
