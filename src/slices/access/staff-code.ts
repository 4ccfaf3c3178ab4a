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
import {
  drawCode,
  knownDevice,
  needsLongCode,
  networkKey,
  refuseFor,
  secondsToWait,
} from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import {
  endOwnCodes,
  findStaffByEmail,
  forgetCodes,
  forgetFailures,
  insertSignInCode,
  lockSignIn,
  openSignInCode,
  recentSignInCodes,
  selectSignInBudgets,
  type AskedCode,
  type SignInBudgets,
} from './staff-sign-in-store.ts'

/** Minutes a code is good for. */
const signInCodeMinutes = 10

/** Digits of the code of an address, or network, that somebody guesses at: 10^18, so that guesses need no counting. */
const longCodeDigits = 18

/**
 * Codes a day that devices nobody knows may ask for at one address, from however many networks; then one each half hour,
 * and whoever reads the mailbox can sign in with that one too. A known device has its own.
 */
const strangersPerDay = 10
const strangersWaitSeconds = 1_800
/** Wrong tries a day with codes that one network asked for, after which its codes are long: it cannot try its luck at one address after the other. */
const wrongTriesPerNetwork = 50

export type SignIn = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly limits: StaffSignInLimits
  readonly log: Log
  readonly requestId: string
}

/** `perAddressPerHour`: codes per network and hour; 0 = no limits for networks. */
export type StaffSignInLimits = { readonly perAddressPerHour: number }

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
  const keys = { email: emailKey(services.keys, email), network: networkKey(services.keys, asked.address) }
  const device = knownDevice(services.keys, { header: asked.cookie, baseUrl: services.baseUrl }, keys.email)
  const asker = device ?? keys.network
  return inTransaction(pool, { holder: null }, async (tx) => {
    // Always in this order, so that nobody waits in a circle.
    for (const key of [keys.network, keys.email]) await tx.rows(lockSignIn, [key])
    const [recent, [budgets]] = await Promise.all([
      tx.rows(recentSignInCodes, [keys.email, asker]),
      tx.rows(selectSignInBudgets, [keys.network, limits.perAddressPerHour || null, keys.email]),
    ])
    if (!budgets) throw new Error('The budgets of the sign-in could not be read')
    const { now, spentUntil } = budgets
    const isKnown = device !== null
    refuseFor(waitOf(now, recent, isKnown))
    if (!isKnown) refuseFor(secondsOfNetwork(budgets))
    const isStaff = (await tx.rows(findStaffByEmail, [email])).some(isWelcome)
    const isLong = needsLongCode(now, spentUntil) || (!isKnown && isNetworkGuessing(limits, budgets))
    const id = newId()
    await tx.rows(endOwnCodes, [keys.email, asker])
    await tx.rows(insertSignInCode, [id, keys.email, keys.network, asker, isKnown, isLong, isStaff ? email : null])
    // The job is added for unknown addresses too, and then finds nothing to send: the same work either way.
    mailSignInCode.add(tx, { codeId: id })
    const asked = { createdAt: now, usedAt: null, isOwn: true, isKnownDevice: isKnown }
    return Math.ceil(waitOf(now, [asked, ...recent], isKnown))
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
  const outcome = await sendInTurn(email, serviceMail(toServiceReference(codeId), opened.email, mail))
  // A mail whose fate is unknown is not written again: the person asks for a new code, and two codes only confuse.
  if (mayTryAgain(outcome)) throw new Error('The sign-in mail could not be handed over yet')
})

/**
 * Makes the code of a request and says where its mail goes; null when there is nothing to send. Only a code that is made
 * leaves an audit row, so that asking for strangers' addresses cannot fill the trail.
 */
async function openCode(
  tx: Tx,
  services: Services,
  codeId: string,
): Promise<{ code: string; email: string; locale: string } | null> {
  const [short, long] = [drawCode(), drawCode(longCodeDigits)]
  const hashes = [short, long].map((code) => codeHmac(services, codeId, code))
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

/** What an operator lets be forgotten of an address. */
export type ForgottenSignIn = { readonly wrongCodes: number; readonly codes: number }

/** Lets an address ask for a code at once, of six digits again, however many wrong ones were tried. Operator work. */
export async function openStaffSignIn(tx: Tx, keys: DerivedKeys, email: string): Promise<ForgottenSignIn> {
  const key = emailKey(keys, foldEmail(email))
  await tx.rows(lockSignIn, [key])
  const [[failures], codes] = await Promise.all([tx.rows(forgetFailures, [key]), tx.rows(forgetCodes, [key])])
  return { wrongCodes: failures?.tries ?? 0, codes: codes.length }
}

export function foldEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** The pseudonym of an address, known or unknown. @param email folded */
export function emailKey(keys: DerivedKeys, email: string): Buffer {
  return hmac(keys.contact, `staff ${email}`)
}

/** The stored form of a code: it works for its own request only. */
export function codeHmac(services: Services, codeId: string, code: string): Buffer {
  return hmac(services.keys.signInCode, `${codeId} ${code}`)
}

/** Whether this member of staff may sign in at the holder now. */
export function isWelcome(staff: { status: string; holderStatus: string }): boolean {
  return staff.status === 'active' && (staff.holderStatus === 'active' || staff.holderStatus === 'draft')
}

function secondsOfNetwork({ now, fullSince: full }: SignInBudgets): number {
  return full === null ? 0 : Math.max(1, 3_600 - secondsBetween(full, now))
}

function isNetworkGuessing({ perAddressPerHour }: StaffSignInLimits, { wrongTries }: SignInBudgets): boolean {
  return perAddressPerHour > 0 && wrongTries >= wrongTriesPerNetwork
}

/** Seconds until this asker may have the next code: what its own codes say, and for a stranger those of all strangers. */
function waitOf(now: Temporal.Instant, recent: readonly AskedCode[], isKnown: boolean): number {
  const own = secondsToWait(
    now,
    recent.filter((code) => code.isOwn),
  )
  const ofStrangers = recent.filter((code) => !code.isKnownDevice)
  const [latest] = ofStrangers
  if (isKnown || latest === undefined || ofStrangers.length < strangersPerDay) return own
  return Math.max(own, strangersWaitSeconds - secondsBetween(latest.createdAt, now))
}

function secondsBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return (to.epochMilliseconds - from.epochMilliseconds) / 1_000
}
