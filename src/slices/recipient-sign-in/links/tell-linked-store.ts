import { statement } from '#/kernel/postgres/db.ts'
import { onlyTestHolderSql } from '#/slices/recipient-sign-in/sql.ts'

type PersonToTell = {
  readonly recipientId: string
  readonly locale: string | null
  /** What the holder whose entry was linked first remembers of them, else its own. */
  readonly holderLocale: string | null
  /** The test organization that alone knows them. */
  readonly testHolder: string | null
}

/** The person a profile is linked to, unless text messages to them or to its number are off everywhere. */
export const selectPersonToTell = statement<PersonToTell>(
  'select_person_to_tell_of_link',
  `select r.id as recipient_id, r.locale, ${onlyTestHolderSql('r.id')} as test_holder,
     (select coalesce(k.locale, h.default_locale)
     from recipient_link e
     join platform_holder h on h.platform_holder_id = e.platform_holder_id
        join holder_recipient k on k.platform_holder_id = e.platform_holder_id and k.id = e.holder_recipient_id
      where e.recipient_id = r.id order by e.linked_at, e.platform_holder_id limit 1) as holder_locale
   from recipient_profile_link l join recipient r on r.id = l.recipient_id and r.status = 'active'
   where l.profile_id = $1 and not coalesce(r.preferences->'offChannels' ? 'sms', false)
     and not exists (
       select 1
       from suppression_everywhere s
       where s.channel = 'sms' and s.contact_key = $2 and s.is_active)`,
)

/** Whoever never signed in was not waiting. */
export const claimLinkMessage = statement<{ phoneNumberE164: string; locale: string | null }>(
  'claim_link_message',
  `update login.profile set link_message = 'sending'
   where id = $1 and status = 'active' and last_signed_in_at is not null and link_message is null
   returning phone_number_e164, locale`,
)

export const settleLinkMessage = statement(
  'settle_link_message',
  'update login.profile set link_message = $2 where id = $1',
)
