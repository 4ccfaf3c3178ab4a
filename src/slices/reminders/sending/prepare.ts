import type { Tx } from '#/kernel/postgres/db.ts'
import type { Claim } from './claim-store.ts'
import { composeMessage } from './compose-message.ts'
import { createMessageLink } from '#/slices/reminders/afterwards/message-link.ts'
import { maskAddress } from '#/slices/reminders/opt-outs/contact-key.ts'
import {
  addressKeyOf,
  createAllowance,
  decide,
  holds,
  startTold,
  volumeLimit,
  type Decision,
  type Departure,
} from './dispatch-decision.ts'
import {
  claimSiblings,
  lockVolume,
  recordDepartures,
  releaseClaims,
  selectDispatchHolder,
  selectDispatchRows,
  writeDecisions,
  type DispatchHolder,
  type DispatchRow,
} from './dispatch-store.ts'
import type { Dispatching } from './dispatch.ts'
import type { Parcel } from './hand-over.ts'
import { isStep } from '#/slices/reminders/plan/plan-difference.ts'
import type { Channel } from '#/slices/reminders/policy/policy.ts'
import { replanAppointments } from '#/slices/reminders/planning/replan-all.ts'

/** A message that is written and not yet recorded. */
export type Draft = Omit<Parcel, 'readAt'>

/**
 * Decides every claimed row of one holder and records what goes, in the transaction that re-reads everything (G2).
 *
 * @param isVolumeLocked those who send for the holder at the same time count one after the other (G24)
 * @throws DatabaseError of `isVolumeExceeded` when others, not seen yet, sent so much that what goes would be too much
 */
export async function prepare(
  tx: Tx,
  dispatching: Dispatching,
  platformHolderId: string,
  claims: readonly Claim[],
  isVolumeLocked: boolean,
): Promise<Prepared> {
  if (isVolumeLocked) tx.send(lockVolume, [platformHolderId])
  const [[holder], claimedRows] = await Promise.all([
    tx.rows(selectDispatchHolder, [platformHolderId]),
    tx.rows(selectDispatchRows, [platformHolderId, claims.map((claim) => claim.id)]),
  ])
  if (!holder) return { parcels: [], going: Promise.resolve(new Set()) }
  // After a long sleep a row may be claimed again, by somebody else.
  const claimNos = new Map(claims.map((claim) => [claim.id, claim.claimNo]))
  const ownRows = claimedRows.filter((row) => row.claimNo === claimNos.get(row.id))
  // Before others are joined: whoever plans anew locks the appointments first and their rows then.
  const outdated = ownRows.filter((row) => isOutdated(row, holder))
  if (outdated.length > 0) await planAnew(tx, platformHolderId, holder, outdated)
  const own = ownRows.filter((row) => !outdated.includes(row))
  const siblings = holder.groupSameDay ? await joinSiblings(tx, platformHolderId, holder, own) : []
  const rows = [...own, ...siblings]
  const decisions: Decision[] = []
  const departures: Departure[] = []
  const parcels: Draft[] = []
  const mayGo = createAllowance(holder, dispatching.volumeFloor)
  let heldForVolume = 0
  for (const group of groupsThatGo(rows, holder, decisions)) {
    // Claimed to go along with another, and there is none to go along with after all: it goes when it is due.
    if (group.rows.every((row) => siblings.includes(row))) {
      releaseClaims(tx, platformHolderId, group.rows)
      continue
    }
    if (!mayGo(group)) {
      heldForVolume += group.rows.length
      for (const row of group.rows) decisions.push(decisionOf(holds(row)))
      continue
    }
    const link = createMessageLink(dispatching.services.keys.messageLink)
    const composed = composeMessage(dispatching.services, dispatching.mailFrom, {
      ...group,
      holder,
      platformHolderId,
      link,
    })
    const draft: Draft = { ...group, composed, holder, messageReference: link.messageReference }
    for (const row of group.rows) departures.push(departureOf(row, draft, dispatching, parcels.length))
    parcels.push(draft)
  }
  writeDecisions(tx, platformHolderId, decisions)
  // On its way together with the commit; only a message of several rows must know first whether all of them go.
  const going = recordDepartures(
    tx,
    platformHolderId,
    holder.clock,
    departures,
    volumeMax(parcels, holder, dispatching),
  )
  // When it fails so does the commit, and nobody waits for this then.
  going.catch(() => undefined)
  const grouped = parcels.filter((parcel) => parcel.rows.length > 1)
  if (grouped.length > 0) throwIfGroupChanged(grouped, await going)
  if (heldForVolume > 0)
    dispatching.log.warn({ platformHolderId, held: heldForVolume }, 'volume breaker holds reminders for review')
  return { parcels, going }
}

/** Null when a human let some of it go, which counts and is not held again. */
function volumeMax(drafts: readonly Draft[], holder: DispatchHolder, { volumeFloor }: Dispatching): number | null {
  const isReleased = drafts.some(({ rows }) => rows.every((row) => row.isReleased))
  return isReleased ? null : volumeLimit(holder, volumeFloor)
}

/** What is over is not planned anew: it is decided like everything else, and ends. */
function isOutdated(row: DispatchRow, { clock }: DispatchHolder): boolean {
  const isAhead = row.status === 'registered' && Temporal.Instant.compare(row.startsAt, clock) > 0
  return row.isPlanOutdated && isStep(row) && isAhead
}

/**
 * Somebody held these appointments when a policy or type was edited, and came to nothing. Nothing goes by a plan that no
 * longer holds (G19): they are planned by the new one, and what is still due by that is claimed again at once.
 */
async function planAnew(
  tx: Tx,
  platformHolderId: string,
  { clock }: DispatchHolder,
  rows: readonly DispatchRow[],
): Promise<void> {
  const ids = [...new Set(rows.map((row) => row.appointmentId))].sort()
  const underWay = await replanAppointments(tx, { platformHolderId, now: clock }, ids)
  // Until it is known what became of the other message of its appointment, a row waits for the end of its lease.
  releaseClaims(
    tx,
    platformHolderId,
    rows.filter((row) => !underWay.has(row.appointmentId)),
  )
}

/** Messages that are written, and, once the transaction is committed, the rows that may really go. */
export type Prepared = { readonly parcels: Draft[]; readonly going: Promise<ReadonlySet<string>> }

function throwIfGroupChanged(parcels: readonly Draft[], going: ReadonlySet<string>): void {
  for (const { rows } of parcels) {
    const count = rows.filter((row) => going.has(row.id)).length
    if (count > 0 && count < rows.length) throw new GroupChanged()
  }
}

/** One of several appointments told in one message was withdrawn meanwhile: the message must be written without it (G27). */
export class GroupChanged extends Error {
  override readonly name = 'GroupChanged'
}

type Group = Pick<Parcel, 'rows' | 'channel' | 'address'>

/** Rows that go, each on its own or joined with others of the same person and day; verdicts of the others are noted. */
function groupsThatGo(rows: readonly DispatchRow[], holder: DispatchHolder, decisions: Decision[]): Group[] {
  const groups = new Map<string, { channel: Channel; address: string; rows: [DispatchRow, ...DispatchRow[]] }>()
  for (const row of rows) {
    const verdict = decide(row, holder)
    if (!verdict.goes) {
      decisions.push(verdict.decision)
      continue
    }
    const { channel, address } = verdict
    const key = holder.groupSameDay && isGroupable(row) ? groupKey(row, channel, address) : row.id
    const group = groups.get(key)
    if (!group) groups.set(key, { channel, address, rows: [row] })
    // No message tells of one appointment twice.
    else if (group.rows.some((other) => other.appointmentId === row.appointmentId))
      groups.set(row.id, { channel, address, rows: [row] })
    else group.rows.push(row)
  }
  return [...groups.values()]
}

function isGroupable(row: DispatchRow): boolean {
  return row.kind === 'reminder' || row.kind === 'confirm_prompt'
}

function groupKey(row: DispatchRow, channel: Channel, address: string): string {
  const day = row.startsAt.toZonedDateTimeISO(row.timezone).toPlainDate().toString()
  // That a request is being looked at is said of a whole message.
  return JSON.stringify([row.holderRecipientId, channel, address, day, row.isRequestOpen])
}

async function joinSiblings(
  tx: Tx,
  platformHolderId: string,
  holder: DispatchHolder,
  rows: readonly DispatchRow[],
): Promise<DispatchRow[]> {
  const joined = await tx.rows(claimSiblings, [platformHolderId, rows.map((row) => row.id)])
  if (joined.length === 0) return []
  const siblings = await tx.rows(selectDispatchRows, [platformHolderId, joined.map((row) => row.id)])
  // One that is not planned by the present plan is planned anew when it is due itself.
  const [outdated, present] = [
    siblings.filter((row) => isOutdated(row, holder)),
    siblings.filter((row) => !isOutdated(row, holder)),
  ]
  if (outdated.length > 0) releaseClaims(tx, platformHolderId, outdated)
  return present
}

function departureOf(
  row: DispatchRow,
  { channel, address, composed, messageReference }: Draft,
  dispatching: Dispatching,
  turn: number,
): Departure {
  return {
    id: row.id,
    claimNo: row.claimNo,
    channel,
    fallbackChannel: row.fallbackChannel,
    attempts: row.attempts + 1,
    channelTries: row.channelTries + 1,
    locale: composed.locale,
    templateVersion: composed.templateVersion,
    segments: composed.segments,
    encoding: composed.encoding,
    destinationMasked: maskAddress(channel, address),
    toldStartsAt: startTold(row),
    messageReference: messageReference,
    provider: channel === 'sms' ? dispatching.sms.name : dispatching.email.name,
    destination: address,
    destinationKey: addressKeyOf(row, channel)?.toString('hex') ?? '',
    sender: composed.sender,
    body: composed.body,
    isLocaleFallback: composed.isLocaleFallback,
    turn,
  }
}

function decisionOf(verdict: ReturnType<typeof holds>): Decision {
  if (verdict.goes) throw new Error('A held row does not go')
  return verdict.decision
}
