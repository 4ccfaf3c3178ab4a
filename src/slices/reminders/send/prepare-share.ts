import { inTransaction, isDatabaseUnavailable, isDeadlock } from '#/kernel/postgres/db.ts'
import { now, type Moment } from '#/kernel/time/elapsed.ts'
import { giveBackClaims, postponeClaim, readClock } from '#/slices/reminders/send/claim/claim-store.ts'
import { isVolumeExceeded } from '#/slices/reminders/send/prepare/attempt-store.ts'
import { holdersOf, mayCall, type Claim, type Share } from '#/slices/reminders/send/claim/sending.ts'
import type { Message } from '#/slices/reminders/send/prepare/message.ts'
import { GroupChanged, prepare, type OutdatedRow, type Prepared } from '#/slices/reminders/send/prepare/prepare.ts'
import { replanAppointments } from '#/slices/reminders/replan/replan-all.ts'
import { takeBack } from './take-back.ts'

/** Called with messages as soon as they are recorded, and of how many rows together. */
type Going = (messages: readonly Message[], readAt: Moment, rows: number) => void

/** Prepares the messages of a share. A row that cannot be prepared does not hold up the others, of any holder. */
export function prepareShare(share: Share, handOver: Going): Promise<void> {
  return isolating(share, async (part) => {
    const { messages, readAt, outdated } = await prepareWithRetry(part).catch((error) => {
      // It may only fail because of a row that would be joined with it. What was only slow goes later, not apart (H3).
      if (part.claims.length > 1 || !isAboutRows(error) || isTimeout(error)) throw error
      return prepareWithRetry(part, true)
    })
    handOver(messages, readAt, part.claims.length)
    for (const [platformHolderId, claims] of Map.groupBy(outdated, (row) => row.platformHolderId))
      await isolating({ ...part, claims }, (own) => planAnew(own, platformHolderId))
  })
}

/**
 * Replans appointments that an edit of a policy or type skipped, because another transaction held them and then failed.
 * Nothing goes by an outdated plan (G19); what is still due by the new one is claimed again at once. Each holder has a
 * transaction of its own, because this waits for an edit in progress.
 */
function planAnew({ sending, claims }: Share<OutdatedRow>, platformHolderId: string): Promise<void> {
  const ids = [...new Set(claims.map((row) => row.appointmentId))].sort()
  return sending.connections.run(() =>
    inTransaction(sending.pool, { holder: platformHolderId }, async (tx) => {
      const now = await readClock(tx)
      const underWay = await replanAppointments(tx, { platformHolderId, now }, ids)
      // While another message of its appointment is under way, a row waits for the end of its lease.
      giveBackClaims(
        tx,
        claims.filter((row) => !underWay.has(row.appointmentId)),
      )
    }),
  )
}

/**
 * Runs work on claims and halves them when it fails, until the row that makes it fail stands alone. That row is tried
 * again after a pause, until it expires.
 */
async function isolating<Row extends Claim>(
  share: Share<Row>,
  work: (share: Share<Row>) => Promise<void>,
): Promise<void> {
  const { sending, claims } = share
  try {
    await work(share)
  } catch (error) {
    if (!isAboutRows(error)) throw error
    const [first] = claims
    if (first && claims.length === 1) {
      const { platformHolderId, id } = first
      sending.log.error({ platformHolderId, reminderId: id, err: error }, 'reminder cannot be prepared')
      // One that cannot be put off either waits for the end of its lease, and the others go on all the same.
      const postponed = inTransaction(sending.pool, { holder: platformHolderId }, (tx) => postponeClaim(tx, first))
      return postponed.catch(sending.onFailure)
    }
    const middle = Math.ceil(claims.length / 2)
    for (const half of [claims.slice(0, middle), claims.slice(middle)])
      if (mayCall(share)) await isolating({ ...share, claims: half }, work)
  }
}

/** False when the database is unavailable. A statement that timed out may be fast enough with fewer rows. */
function isAboutRows(error: unknown): boolean {
  return isContention(error) || isTimeout(error) || !isDatabaseUnavailable(error)
}

function isTimeout(error: unknown): boolean {
  return codeOf(error) === '57014'
}

/** Tries again what concurrent work undid: a deadlock, a group that changed, a volume that is used up. */
async function prepareWithRetry(
  share: Share,
  isAlone = false,
): Promise<Omit<Prepared, 'going'> & { readonly readAt: Moment }> {
  const { sending, claims } = share
  const holder = holdersOf(claims)
  for (let attempt = 1; ; attempt += 1) {
    let written: readonly Message[] = []
    try {
      let readAt = now()
      const transaction = () => {
        readAt = now()
        return inTransaction(sending.pool, { holder }, async (tx) => {
          const prepared = await prepare(tx, sending, claims, { isVolumeLocked: attempt > 1, isAlone })
          written = prepared.messages
          return prepared
        })
      }
      const { messages, going, outdated } = await sending.preparing.run(() => sending.connections.run(transaction))
      const certain = await going
      return { messages: messages.filter(({ rows }) => rows.some((row) => certain.has(row.id))), readAt, outdated }
    } catch (error) {
      // The answer to the commit is missing. It may still take effect, but nobody calls the provider for what it records.
      if (written.length > 0 && !isAboutRows(error)) await takeBack(share, written, claims)
      if (attempt === 3 || !isContention(error)) throw error
    }
  }
}

function isContention(error: unknown): boolean {
  if (error instanceof GroupChanged || isVolumeExceeded(error)) return true
  return isDeadlock(error) || codeOf(error) === '40001'
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}
