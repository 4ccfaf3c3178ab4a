import type pg from 'pg'
import { readClock } from '#/kernel/clock.ts'
import { inTransaction, type Tx } from '#/kernel/db.ts'
import { enqueueJob } from '#/kernel/job.ts'
import { listAheadOfContact } from './opt-out-store.ts'
import type { Channel } from './policy.ts'
import { replanAppointments } from './replan-all.ts'
import {
  activateSuppressions,
  liftSuppression,
  setSuppressionEverywhere,
  type SuppressionSource,
} from './suppression-store.ts'

export const replanJob = 'replan-appointment'

type OptOut = {
  readonly platformHolderId: string
  readonly channel: Channel
  readonly contactKey: Buffer
  readonly source: SuppressionSource
  /** True for "STOP ALL": no holder may use this contact any more. */
  readonly isEverywhere?: boolean
}

/**
 * Opts a contact out, with the commit: from then on nothing is handed over to it, because that is looked at just before
 * (G9). Waits for no appointment, which an edit may hold for long; the unsent reminders of the coming appointments are
 * planned anew by a job each, so that what can go by the other channel does and the rest says why it does not.
 *
 * @returns the appointments concerned
 */
export async function applyOptOut(tx: Tx, optOut: OptOut): Promise<string[]> {
  const { platformHolderId, channel, contactKey, source } = optOut
  activateSuppressions(tx, platformHolderId, channel, [contactKey.toString('hex')], source)
  if (optOut.isEverywhere) setSuppressionEverywhere(tx, channel, contactKey, true, source)
  const ids = await listAheadOfContact(tx, platformHolderId, channel, contactKey)
  for (const appointmentId of ids)
    enqueueJob(tx, { task: replanJob, payload: { platformHolderId, appointmentId }, key: `replan ${appointmentId}` })
  return ids
}

/** Plans the unsent reminders of one appointment anew. Harmless to repeat. */
export async function replanAppointment(
  pool: pg.Pool,
  { platformHolderId, appointmentId }: { platformHolderId: string; appointmentId: string },
): Promise<void> {
  const { now } = await readClock(pool)
  await inTransaction(pool, { holder: platformHolderId }, (tx) =>
    replanAppointments(tx, { platformHolderId, now }, [appointmentId]),
  )
}

/** Lets a contact be used again for what is planned from now on; nothing is planned anew (G9). */
export function endOptOut(
  tx: Tx,
  platformHolderId: string,
  channel: Channel,
  contactKey: Buffer,
  source: SuppressionSource,
): void {
  liftSuppression(tx, platformHolderId, channel, contactKey, source)
  setSuppressionEverywhere(tx, channel, contactKey, false, source)
}
