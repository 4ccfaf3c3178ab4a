import { statement } from '#/kernel/postgres/db.ts'

/** A person by the contacts an operator verified as their own. */
export type OwnContacts = {
  readonly recipientId: string
  readonly phoneNumberE164: string | null
  readonly email: string | null
}

export const selectOwn = statement<OwnContacts>(
  'select_own_contacts_to_erase',
  'select id as recipient_id, phone_number_e164, email from recipient where id = $1',
)

/** Entries of others that have one of these contacts: $1 the person, $2 and $3 keys of numbers and of addresses, as hex. */
export const selectOthers = statement<{ key: string; entry: string }>(
  'select_others_of_contacts',
  `select distinct encode(found.key, 'hex') as key,
     found.platform_holder_id || '/' || found.holder_recipient_id as entry
   from platform_holder h cross join lateral (
     select a.platform_holder_id, a.holder_recipient_id, a.recipient_phone_key as key from appointment a
     where a.platform_holder_id = h.platform_holder_id
       and a.recipient_phone_key = any(array(select decode(k, 'hex') from unnest($2::text[]) k))
     union
     select a.platform_holder_id, a.holder_recipient_id, a.recipient_email_key from appointment a
     where a.platform_holder_id = h.platform_holder_id
       and a.recipient_email_key = any(array(select decode(k, 'hex') from unnest($3::text[]) k))
   ) found
   where not exists (
     select 1 from recipient_link l
     where l.platform_holder_id = found.platform_holder_id
       and l.holder_recipient_id = found.holder_recipient_id
       and l.recipient_id = $1)
   order by 1, 2 limit 10000`,
)
