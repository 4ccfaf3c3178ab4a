import { audit } from '#/kernel/audit.ts'
import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction, runOnce, statement } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderLinkedNotice } from '#/messages/sms/render-service-text.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { inDatastore } from '#/slices/recipient-sign-in/datastore.ts'
import { findProfile } from './profiles.ts'

const Linked = strictObject({ profileId: JobId })

/**
 * Texts somebody who signed in and waited for an operator that their appointments are in the app now: once for a profile,
 * however often it is linked. Nobody is told who was unlinked, blocked or erased meanwhile, or opted out of all text
 * messages. Claimed before it is sent, and given back only when certainly nothing left.
 *
 * @throws Error when the provider was certainly not reached, so that the job is tried again
 */
export const tellLinked = job('text-recipient-linked', Linked).handle(async (ctx, { profileId }) => {
  const { login, operator, services, sms, smsSender } = ctx
  const profile = await findProfile(login, profileId)
  if (profile?.status !== 'active') return
  const numberKey = contactKey(services.keys, 'sms', profile.phoneNumberE164)
  const [person] = await runOnce(operator, selectPersonToTell, [profileId, numberKey])
  if (!person) return
  const datastore = { pool: login, environment: services.environment }
  const [claimed] = await inDatastore(datastore, (tx) => tx.rows(claimLinkMessage, [profileId]))
  if (!claimed) return
  const languages = [person.locale, claimed.locale, person.holderLocale]
  const outcome = await sendInTurn(sms, {
    reference: toServiceReference(profileId),
    to: claimed.phoneNumberE164,
    from: smsSender,
    text: renderLinkedNotice(languages, `${services.baseUrl}/my`).text,
    validitySeconds: null,
  })
  const settle = (state: 'sent' | 'failed' | null) => runOnce(login, settleLinkMessage, [profileId, state])
  if (mayTryAgain(outcome)) {
    await settle(null)
    throw new Error('The message that a profile is linked could not be handed over yet')
  }
  await settle(outcome.outcome === 'accepted' ? 'sent' : 'failed')
  await inTransaction(operator, { holder: null }, async (tx) =>
    audit(tx, {
      platformHolderId: null,
      actor: { kind: 'system', id: null },
      action: 'recipientToldOfLink',
      requestId: null,
      subjects: [person.recipientId, profileId],
      detail: { outcome: outcome.outcome },
    }),
  )
})

type PersonToTell = {
  readonly recipientId: string
  readonly locale: string | null
  /** Of the holder whose entry was linked first. */
  readonly holderLocale: string | null
}

/** The person a profile is linked to, unless text messages to them or to its number are off everywhere. */
const selectPersonToTell = statement<PersonToTell>(
  'select_person_to_tell_of_link',
  `select r.id as recipient_id, r.locale,
     (select h.default_locale from recipient_link e join platform_holder h on h.platform_holder_id = e.platform_holder_id
      where e.recipient_id = r.id order by e.linked_at, e.platform_holder_id limit 1) as holder_locale
   from recipient_profile_link l join recipient r on r.id = l.recipient_id and r.status = 'active'
   where l.profile_id = $1 and not coalesce(r.preferences->'offChannels' ? 'sms', false)
     and not exists (select 1 from suppression_everywhere s where s.channel = 'sms' and s.contact_key = $2 and s.is_active)`,
)

/** Whoever never signed in was not waiting. */
const claimLinkMessage = statement<{ phoneNumberE164: string; locale: string | null }>(
  'claim_link_message',
  `update login.profile set link_message = 'sending'
   where id = $1 and status = 'active' and last_signed_in_at is not null and link_message is null
   returning phone_number_e164, locale`,
)

const settleLinkMessage = statement('settle_link_message', 'update login.profile set link_message = $2 where id = $1')
