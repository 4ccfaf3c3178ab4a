import { statement, type Tx } from '#/kernel/postgres/db.ts'
import type { Channel } from '#/slices/reminders/reminders.ts'
import type { OptOutSource } from './preferences.ts'

/** An opt-out that stands for the recipient; without a holder it counts for all. */
export type OptOutRow = {
  readonly platformHolderId: string | null
  readonly channel: Channel
  readonly source: OptOutSource
  readonly changedAt: Temporal.Instant
}

type Keys = { readonly sms: Buffer | null; readonly email: Buffer | null }

/** Newest first, at most 1,000. @param own keys of the recipient's own contacts */
export function listOptOuts(tx: Tx, own: Keys): Promise<OptOutRow[]> {
  return tx.rows(selectOptOuts, [own.sms, own.email])
}

export const selectOptOuts = statement<OptOutRow>(
  'select_own_opt_outs',
  // Somebody else's erasure shows only as an opt-out by staff.
  `select platform_holder_id, channel, case source when 'erasure' then 'staff' else source end as source, changed_at
   from list_own_opt_outs($1, $2)
   order by changed_at desc, platform_holder_id limit 1000`,
)

/** The keys of the contacts by which a holder knows the recipient, from all of their appointments there; at most 1,000. */
export type KnownContact = {
  readonly platformHolderId: string
  readonly phoneKey: Buffer | null
  readonly emailKey: Buffer | null
}

export function listKnownContacts(tx: Tx, recipientId: string): Promise<KnownContact[]> {
  return tx.rows(selectKnownContacts, [recipientId])
}

const selectKnownContacts = statement<KnownContact>(
  'select_known_contacts',
  `select distinct platform_holder_id, recipient_phone_key as phone_key, recipient_email_key as email_key
   from appointment_of_person where recipient_id = $1 order by platform_holder_id, phone_key, email_key limit 1000`,
)
