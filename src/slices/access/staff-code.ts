import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type Tx } from '#/kernel/db.ts'
import { hmac, type DerivedKeys } from '#/kernel/derived-keys.ts'
import { newId } from '#/kernel/ids.ts'
import { enqueueJob } from '#/kernel/job.ts'
import type { Log } from '#/kernel/log.ts'
import {
  drawCode,
  failuresInARow,
  networkKey,
  nextWaitSeconds,
  refuseFor,
  secondsToWait,
} from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import {
  endSignInCodes,
  findStaffByEmail,
  forgetCodes,
  forgetFailures,
  insertSignInCode,
  lockSignIn,
  openSignInCode,
  recentSignInCodes,
  selectNetworkBudget,
  type AskedCode,
  type NetworkBudget,
} from './staff-sign-in-store.ts'

/** Minutes a code is good for, and its name as a job. */
export const signInCodeMinutes = 10
export const signInMailJob = 'mail-staff-sign-in-code'

/**
 * Codes a day for one address, from wherever they are asked. One network has the ten of `secondsToWait`, so that a
 * stranger who uses those up keeps nobody else out.
 */
const codesPerDay = 30
/** Wrong tries a day with codes that one network asked for: it cannot try its luck at one address after the other. */
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
 * @param asked address: where the request came from
 * @returns seconds until the next code may be asked for
 * @throws AppError SIGN_IN_THROTTLED
 */
export async function requestSignInCode(
  { pool, services, limits }: SignIn,
  asked: { readonly email: string; readonly address: string },
): Promise<number> {
  const email = foldEmail(asked.email)
  const keys = { email: emailKey(services.keys, email), network: networkKey(services.keys, asked.address) }
  return inTransaction(pool, { holder: null }, async (tx) => {
    // Always in this order, so that nobody waits in a circle.
    for (const key of [keys.network, keys.email]) await tx.rows(lockSignIn, [key])
    const [recent, [budget]] = await Promise.all([
      tx.rows(recentSignInCodes, [keys.email, keys.network]),
      tx.rows(selectNetworkBudget, [keys.network, ...networkLimits(limits)]),
    ])
    if (!budget) throw new Error('The budget of the network could not be read')
    refuseFor(longerWait(secondsToWait, budget.now, recent))
    refuseFor(secondsOfNetwork(budget))
    const isKnown = (await tx.rows(findStaffByEmail, [email])).some(isWelcome)
    const id = newId()
    await tx.rows(endSignInCodes, [keys.email])
    await tx.rows(insertSignInCode, [id, keys.email, keys.network, isKnown ? email : null])
    // The job is added for unknown addresses too, and then finds nothing to send: the same work either way.
    enqueueJob(tx, { task: signInMailJob, payload: { codeId: id } })
    return longerWait(nextWaitSeconds, budget.now, recent)
  })
}

/**
 * Makes the code of a request and says where its mail goes; null when there is nothing to send. Only a code that is made
 * leaves an audit row, so that asking for strangers' addresses cannot fill the trail.
 */
export async function openCode(
  tx: Tx,
  services: Services,
  codeId: string,
): Promise<{ code: string; email: string; locale: string } | null> {
  const code = drawCode()
  const [row] = await tx.rows(openSignInCode, [codeId, codeHmac(services, codeId, code), failuresInARow])
  if (!row) return null
  if (row.is_first)
    audit(tx, {
      platformHolderId: null,
      actor: { kind: 'anonymous', id: null },
      action: 'staffSignInCodeRequested',
      requestId: null,
      subjects: [codeId],
    })
  return { code, email: row.email, locale: row.locale }
}

/** What an operator lets be forgotten of an address. */
export type ForgottenSignIn = { readonly wrongCodes: number; readonly codes: number }

/** Lets an address ask for a code at once, and sign in again that was closed after too many wrong ones. Operator work. */
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
export function isWelcome(staff: { status: string; holder_status: string }): boolean {
  return staff.status === 'active' && (staff.holder_status === 'active' || staff.holder_status === 'draft')
}

function networkLimits({ perAddressPerHour }: StaffSignInLimits): [codes: number | null, wrongTries: number | null] {
  return perAddressPerHour > 0 ? [perAddressPerHour, wrongTriesPerNetwork] : [null, null]
}

function secondsOfNetwork({ now, full_since: full, wrong_since: wrong }: NetworkBudget): number {
  const secondsUntil = (since: Temporal.Instant | null, seconds: number) =>
    since === null ? 0 : Math.max(1, seconds - (now.epochMilliseconds - since.epochMilliseconds) / 1_000)
  return Math.max(secondsUntil(full, 3_600), secondsUntil(wrong, 86_400))
}

/** What all codes of the address say, or, when that is longer, what those say that this network asked for. */
function longerWait(wait: typeof secondsToWait, now: Temporal.Instant, recent: readonly AskedCode[]): number {
  const ofNetwork = recent.filter((code) => code.is_same_network)
  return Math.max(wait(now, recent, codesPerDay), wait(now, ofNetwork))
}
