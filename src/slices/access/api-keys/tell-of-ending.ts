import type pg from 'pg'
import type { Services, StaffRole } from '#/kernel/context.ts'
import { newId, toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { formatInstant, strictObject } from '#/kernel/schema.ts'
import { renderKeyEnding } from '#/messages/email/render-key-ending.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { staffRoles } from '#/slices/access/roles/roles.ts'
import { apiKeyExpiring } from './api-key-events.ts'
import { selectEndingNotice, selectReaders, takeEndingKeys, toldAtOnce } from './ending-store.ts'

/**
 * Tells of keys that end in 30, 7 or 1 days, each once, by an event and by mail. A notice that comes late, because
 * nothing did maintenance, takes the place of those before it.
 *
 * @param pool acts as tijdig_operator
 * @returns whether there may be more
 */
export function tellOfEndingKeys(pool: pg.Pool, services: Pick<Services, 'staffScopes'>): Promise<boolean> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const keys = await tx.rows(takeEndingKeys)
    if (keys.length === 0) return false
    for (const reader of await tx.rows(selectReaders, [keys.map(({ id }) => id), rolesToTell(services)]))
      mailKeyEnding.add(tx, { noticeId: newId(), ...reader })
    apiKeyExpiring.emit(
      tx,
      keys.map(({ id, platformHolderId, expiresAt, days }) => ({
        platformHolderId,
        subjectId: id,
        subjectVersion: null,
        data: { expiresAt: formatInstant(expiresAt), daysLeft: days },
      })),
    )
    return keys.length === toldAtOnce
  })
}

/** Of a key of a service account those are told who can make the next one. */
function rolesToTell({ staffScopes }: Pick<Services, 'staffScopes'>): readonly StaffRole[] {
  return staffRoles.filter((role) => staffScopes[role].includes('service-accounts:write'))
}

const Notice = strictObject({ noticeId: JobId, platformHolderId: JobId, apiKeyId: JobId, staffMemberId: JobId })

/** Tells one reader that a key is about to end, unless it was revoked, or they left or have another role meanwhile. */
export const mailKeyEnding = job('mail-key-ending', Notice).handle(
  async ({ pool, services, email }, { noticeId, platformHolderId, apiKeyId, staffMemberId }) => {
    const [notice] = await inTransaction(pool, { holder: platformHolderId }, (tx) =>
      tx.rows(selectEndingNotice, [platformHolderId, apiKeyId, staffMemberId, rolesToTell(services)]),
    )
    if (!notice) return
    const { accountName, accountId, holderName, isTest, ...key } = notice
    const page = accountName === null ? '/account/keys' : `/account/keys/accounts/${accountId}`
    const mail = renderKeyEnding({
      ...key,
      localePreferences: [notice.locale],
      holderDisplayName: holderName,
      accountName,
      link: services.baseUrl + page,
    })
    const outcome = await sendInTurn(email, serviceMail(toServiceReference(noticeId), notice.email, mail), {
      platformHolderId,
      isTest,
      appointmentId: null,
    })
    if (mayTryAgain(outcome)) throw new Error('The mail about a key could not be handed over yet')
  },
)
