import { audit } from '#/kernel/audit.ts'
import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction, runOnce } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderLinkedNotice } from '#/messages/sms/render-service-text.ts'
import { aboutPersonOf, mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { inDatastore } from '#/slices/recipient-sign-in/datastore.ts'
import { findProfile } from './profiles.ts'
import { claimLinkMessage, selectPersonToTell, settleLinkMessage } from './tell-linked-store.ts'

const Linked = strictObject({ profileId: JobId })

/**
 * Texts somebody who signed in and waited for an operator that their appointments are in the app now: once for a
 * profile, however often it is linked. Whoever was unlinked, blocked or erased meanwhile, or opted out of all text
 * messages, is not told. Claimed before it is sent, and released only when certainly nothing left.
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
  const message = {
    reference: toServiceReference(profileId),
    to: claimed.phoneNumberE164,
    from: smsSender,
    text: renderLinkedNotice(languages, `${services.baseUrl}/my`).text,
    validitySeconds: null,
  }
  const outcome = await sendInTurn(sms, message, aboutPersonOf(person.testHolder))
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
