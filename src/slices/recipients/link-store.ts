import { statement, type Tx } from '#/kernel/postgres/db.ts'
import type { RecipientRow } from './store.ts'

type RecipientToLink = Pick<RecipientRow, 'id' | 'displayName'> & { readonly status: 'active' | 'deleted' }

/** Locked, so that of concurrent changes to one person's links each sees what the one before did. */
export async function lockRecipientToLink(tx: Tx, recipientId: string): Promise<RecipientToLink | null> {
  const [row] = await tx.rows(selectToLink, [recipientId])
  return row ?? null
}

const selectToLink = statement<RecipientToLink>(
  'select_recipient_to_link',
  'select id, display_name, status from recipient where id = $1 for update',
)

/** Adds a recipient, with the commit. */
export function insertRecipient(
  tx: Tx,
  row: Pick<RecipientRow, 'id' | 'displayName' | keyof Contact | 'locale'>,
): void {
  tx.send(insert, [row.id, row.displayName, row.phoneNumberE164, row.email, row.locale])
}

const insert = statement(
  'insert_recipient',
  'insert into recipient (id, display_name, phone_number_e164, email, locale) values ($1, $2, $3, $4, $5)',
)

/** Writes how a recipient is reached, with the commit: the e-mail address stays where none is given, and goes with the number. */
export function updateOwnContact(tx: Tx, recipientId: string, { phoneNumberE164, email }: Contact): void {
  tx.send(update, [recipientId, phoneNumberE164, email])
}

type Contact = Pick<RecipientRow, 'phoneNumberE164' | 'email'>

const update = statement(
  'update_own_contact',
  `update recipient r set phone_number_e164 = n.phone, email = n.email, version = version + 1, updated_at = tijdig_now()
   from (select id, $2::text as phone, case when $2::text is not null then coalesce($3::text, email) end as email
         from recipient where id = $1) n
   where r.id = n.id and (r.phone_number_e164 is distinct from n.phone or r.email is distinct from n.email)`,
)
