import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { hmac, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { newId, toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import type { Log } from '#/kernel/log.ts'
import { strictObject } from '#/kernel/schema.ts'
import { renderStaffSignInCode } from '#/messages/sms/render-service-text.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail } from '#/ports/email.ts'
import { codeHmac, drawCode, grantCode, type Channel } from '#/slices/sign-in-codes/sign-in-codes.ts'
import { readNow } from '#/slices/access/store.ts'
import { findStaffByEmail, forgetCodes, insertSignInCode, openSignInCode, store } from './store.ts'

/** Minutes a code is good for. */
const signInCodeMinutes = 10

/** By mail. A code of 18 digits cannot be guessed; whoever reads the mailbox can sign in with codes strangers asked for. */
export const mailCodes: Channel = {
  store,
  label: '',
  longDigits: 18,
  burnsLongCodes: false,
  strangers: { perDay: 10, thenEverySeconds: 1_800 },
  wrongTriesPerNetwork: 50,
}

export type SignIn = {
  readonly pool: pg.Pool
  readonly services: Services
  /** Codes per network and hour; 0 = no limits for networks. */
  readonly limits: { readonly perAddressPerHour: number }
  readonly log: Log
  readonly requestId: string
}

/**
 * Asks for a code by mail. Known and unknown addresses get the same answer after the same work; only a known one gets
 * mail. The code itself is made when the mail is written, so no queue holds it.
 *
 * @param asked address: where the request came from; cookie: its Cookie header
 * @returns seconds until the next code may be asked for
 * @throws AppError SIGN_IN_THROTTLED
 */
export async function requestSignInCode(
  { pool, services, limits }: SignIn,
  asked: { readonly email: string; readonly address: string; readonly cookie: string | undefined },
): Promise<number> {
  const email = foldEmail(asked.email)
  const contact = emailKey(services.keys, email)
  return inTransaction(pool, { holder: null }, async (tx) => {
    const now = await readNow(tx)
    const perNetworkPerHour = limits.perAddressPerHour
    const [granted, assignments] = await Promise.all([
      grantCode(tx, mailCodes, services, { ...asked, now, contact, perNetworkPerHour }),
      tx.rows(findStaffByEmail, [email]),
    ])
    const { network, asker, isKnownDevice, isLong, waitSeconds } = granted
    const id = newId()
    const destination = assignments.some(isWelcome) ? email : null
    tx.send(insertSignInCode, [id, contact, network, asker, isKnownDevice, isLong, destination, now])
    // The job is added for unknown addresses too, and then finds nothing to send: the same work either way.
    mailSignInCode.add(tx, { codeId: id })
    return waitSeconds
  })
}

const AskedMail = strictObject({ codeId: JobId })

/** Writes the code that was asked for to its address. */
export const mailSignInCode = job('mail-staff-sign-in-code', AskedMail).handle(async (ctx, { codeId }) => {
  const { pool, services, email } = ctx
  const opened = await inTransaction(pool, { holder: null }, (tx) => openCode(tx, services, codeId))
  if (!opened) return
  const originHost = new URL(services.baseUrl).host
  const mail = renderStaffSignInCode({
    localePreferences: [opened.locale],
    code: opened.code,
    validMinutes: signInCodeMinutes,
    originHost,
  })
  const outcome = await sendInTurn(email, serviceMail(toServiceReference(codeId), opened.email, mail), 'platform')
  // A mail whose fate is unknown is not written again: the person asks for a new code, and two codes only confuse.
  if (mayTryAgain(outcome)) throw new Error('The sign-in mail could not be handed over yet')
})

/**
 * Makes the code of a request and says where its mail goes; null when there is nothing to send. Only a code that is made
 * leaves an audit row, so that asking for strangers' addresses cannot fill the trail.
 */
async function openCode(
  tx: Tx,
  { keys }: Services,
  codeId: string,
): Promise<{ code: string; email: string; locale: string } | null> {
  const [short, long] = [drawCode(), drawCode(mailCodes.longDigits)]
  const hashes = [short, long].map((code) => codeHmac(keys, mailCodes, codeId, code))
  const [row] = await tx.rows(openSignInCode, [codeId, ...hashes])
  if (!row) return null
  if (row.isFirst)
    audit(tx, {
      platformHolderId: null,
      actor: { kind: 'anonymous', id: null },
      action: 'staffSignInCodeRequested',
      requestId: null,
      subjects: [codeId],
    })
  return { code: row.isLong ? long : short, email: row.email, locale: row.locale }
}

/** How many wrong tries and codes of an address were forgotten. */
export type ForgottenSignIn = { readonly wrongCodes: number; readonly codes: number }

/** Lets an address ask for a code at once, of six digits again, however many wrong ones were tried. Operator work. */
export async function openStaffSignIn(tx: Tx, keys: DerivedKeys, email: string): Promise<ForgottenSignIn> {
  const contact = emailKey(keys, foldEmail(email))
  await tx.rows(store.lock, [contact])
  const [[failures], codes] = await Promise.all([
    tx.rows(store.forgetFailures, [contact]),
    tx.rows(forgetCodes, [contact]),
  ])
  return { wrongCodes: failures?.tries ?? 0, codes: codes.length }
}

export function foldEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** The pseudonym of an address, known or unknown. @param email folded */
export function emailKey(keys: DerivedKeys, email: string): Buffer {
  return hmac(keys.contact, `staff ${email}`)
}

/** Whether this member of staff may sign in at the holder now. */
export function isWelcome(staff: { status: string; holderStatus: string }): boolean {
  return staff.status === 'active' && (staff.holderStatus === 'active' || staff.holderStatus === 'draft')
}
