import { audit } from '#/kernel/audit.ts'
import { type Tx } from '#/kernel/postgres/db.ts'
import { isSmsOff, readSmsList, replanContact, replanNumber, switchSmsOn } from './opt-out-store.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import {
  addOptOuts,
  addOptOutsEverywhere,
  liftOptOuts,
  liftOptOutsEverywhere,
  type OptOutSource,
} from './suppression-store.ts'

type OptOut = {
  readonly platformHolderId: string
  readonly channel: Channel
  readonly contactKey: Buffer
  readonly source: OptOutSource
}

/**
 * Opts a contact out, with the commit: from then on nothing is handed over to it, because opt-outs are read again just
 * before (G9). Waits for no appointment, which an edit may lock for long; one job for each upcoming appointment replans
 * its unsent reminders, so that they go by the other channel or say why they do not. Those beyond the first thousand of
 * a contact are decided when they are due.
 *
 * @returns the appointments that will be replanned
 */
export async function applyOptOut(tx: Tx, optOut: OptOut): Promise<string[]> {
  const { platformHolderId, channel, contactKey, source } = optOut
  const keys = [contactKey.toString('hex')]
  addOptOuts(tx, platformHolderId, channel, keys, source)
  return replanContact(tx, platformHolderId, channel, contactKey)
}

/** "STOP ALL": no holder may use this number any more, with the commit. `replanNumber` replans its appointments. */
export function applyOptOutEverywhere(tx: Tx, contactKey: Buffer): void {
  addOptOutsEverywhere(tx, 'sms', [contactKey.toString('hex')], 'sms_reply')
}

/**
 * START by SMS: from the commit on a number may get text messages again; `completeSmsStart` then replans what is still
 * ahead (G9). It undoes what was asked from that number: by STOP, in the app, or at the provider, which knows the same
 * two words. What staff or an erasure set stands.
 */
export function endSmsOptOut(tx: Tx, platformHolderId: string, contactKey: Buffer): void {
  endSmsOptOutAtHolder(tx, platformHolderId, contactKey)
  endSmsOptOutEverywhere(tx, contactKey)
}

/** The same for one holder alone, with the commit. */
export function endSmsOptOutAtHolder(tx: Tx, platformHolderId: string, contactKey: Buffer): void {
  liftOptOuts(tx, platformHolderId, 'sms', liftOf(contactKey))
}

/** Ends what was asked from a number for all holders, with the commit. */
export function endSmsOptOutEverywhere(tx: Tx, contactKey: Buffer): void {
  liftOptOutsEverywhere(tx, 'sms', liftOf(contactKey))
}

function liftOf(contactKey: Buffer) {
  return { keys: [contactKey.toString('hex')], of: ownOfNumber, by: 'sms_reply' as const }
}

const ownOfNumber: readonly OptOutSource[] = ['sms_reply', 'app', 'provider']

type SmsStart = {
  readonly platformHolderId: string
  readonly number: string
  readonly contactKey: Buffer
  readonly receivedAt: Temporal.Instant
  /** The appointment of the message that START answers. */
  readonly appointmentId: string
  readonly inboundId: string
}

/**
 * The rest of START: switches text messages on again in the app of the number's proved owner, replans what is still
 * ahead, and tells what is now true, so that the acknowledgement promises no messages that will not come.
 *
 * @returns `closed` when an opt-out that START does not lift still stands, else for whom the number is open again
 */
export async function completeSmsStart(tx: Tx, start: SmsStart): Promise<'closed' | 'holder' | 'everywhere'> {
  const { platformHolderId, number, contactKey, receivedAt, appointmentId, inboundId } = start
  const list = await readSmsList(tx, platformHolderId, contactKey, receivedAt)
  const switched = list.isClosed ? nobody : await switchSmsOn(tx, number)
  for (const recipientId of switched.recipientIds)
    audit(tx, {
      platformHolderId,
      actor: { kind: 'recipient', id: null },
      action: 'appOptIn',
      requestId: null,
      subjects: [recipientId, inboundId],
      detail: { channel: 'sms', how: 'sms_reply' },
    })
  await replanNumber(tx, contactKey)
  if (list.isClosed || (await isSmsOff(tx, platformHolderId, appointmentId))) return 'closed'
  return list.isLiftedEverywhere || switched.isEverywhere ? 'everywhere' : 'holder'
}

const nobody = { recipientIds: [], isEverywhere: false }
