import { randomBytes } from 'node:crypto'
import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { renderStaffInvitation } from '#/messages/email/render-staff-invitation.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { openInvitation } from './invitation-store.ts'

const Invitation = strictObject({ invitationId: JobId, platformHolderId: JobId })

/**
 * Writes to somebody who was invited, unless that was withdrawn or replaced. The link is made when the mail is written, so
 * that no queue holds it. It stands behind the `#`, which browsers send to nobody.
 */
export const mailStaffInvitation = job('mail-staff-invitation', Invitation).handle(
  async ({ pool, services, email }, { invitationId, platformHolderId }) => {
    const token = randomBytes(32).toString('base64url')
    const [invited] = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
      tx.rows(openInvitation, [platformHolderId, invitationId, sha256(token)]),
    )
    if (!invited) return
    const mail = renderStaffInvitation({
      localePreferences: [invited.locale],
      holderDisplayName: invited.holderName,
      expiresAt: invited.expiresAt,
      timezone: invited.timezone,
      link: `${services.baseUrl}/sign-in#invitation=${token}`,
    })
    const reference = toServiceReference(invitationId)
    const outcome = await sendInTurn(email, serviceMail(reference, invited.email, mail), 'platform')
    // After a mail whose fate is unknown colleagues send another one: a second link would end the first.
    if (mayTryAgain(outcome)) throw new Error('The mail of an invitation could not be handed over yet')
  },
)
