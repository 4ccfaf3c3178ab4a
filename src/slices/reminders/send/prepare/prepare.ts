import type { Tx } from '#/kernel/postgres/db.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { partsMax, toldMax } from '#/messages/sms/render-sms.ts'
import { placeOf } from '#/slices/appointment-facts/appointment-facts.ts'
import { batchOf, isOfBatch } from '#/slices/reminders/plan/plan-notices.ts'
import { isStep } from '#/slices/reminders/plan/plan-difference.ts'
import { createMessageLink } from './message-link.ts'
import { maskAddress } from '#/slices/reminders/opt-outs/contact-key.ts'
import { replanAppointment } from '#/slices/reminders/replan/replan-appointment.ts'
import { lockVolumes, recordAttempts, type Attempt } from './attempt-store.ts'
import { giveBackClaims } from '#/slices/reminders/send/claim/claim-store.ts'
import { composeMessage, languagesOf } from './compose-message.ts'
import { claimHousehold, claimSiblings, lockHouseholds, writeDecisions } from './decision-store.ts'
import {
  addressKeyOf,
  createAllowance,
  decide,
  holdsForVolume,
  spendsOf,
  startTold,
  volumeLimit,
  type Decision,
} from './decide.ts'
import { selectSendHolders, selectSendRows, type SendHolder, type SendRow } from './look-again-store.ts'
import { holdersOf, type Claim, type Sending } from '#/slices/reminders/send/claim/sending.ts'
import { senderOf, type Addressed, type Message } from './message.ts'

/** A claimed row that was planned by another policy or type than the present one. */
export type OutdatedRow = Pick<SendRow, keyof Claim | 'appointmentId'>

export type Prepared = {
  readonly messages: Message[]
  /** The rows that may really go, known once the transaction is committed. */
  readonly going: Promise<ReadonlySet<string>>
  /** Rows to be replanned before anything of them goes; still claimed. */
  readonly outdated: readonly OutdatedRow[]
}

/**
 * Decides every claimed row and records what goes, in the transaction that re-reads everything (G2).
 *
 * @param isVolumeLocked makes transactions for the same holders count one after the other (G24)
 * @param isAlone leaves every row by itself, also where the holder joins those of one day (G27)
 * @throws DatabaseError of `isVolumeExceeded` when concurrent sends, not visible yet, leave no room for what goes
 */
export async function prepare(
  tx: Tx,
  sending: Sending,
  claims: readonly Claim[],
  { isVolumeLocked, isAlone }: { readonly isVolumeLocked: boolean; readonly isAlone: boolean },
): Promise<Prepared> {
  const holderIds = holdersOf(claims)
  if (isVolumeLocked) lockVolumes(tx, holderIds)
  const [found, claimed] = await Promise.all([
    tx.rows(selectSendHolders, [holderIds, sending.volumeFloor, claims.length]),
    readRows(tx, claims),
  ])
  const holders = new Map(found.map((holder) => [holder.platformHolderId, holder]))
  const isOutdated = (row: SendRow) => isPlanOutdated(row, holders.get(row.platformHolderId))
  // After a long pause of this process, another worker may have claimed a row again.
  const claimNos = new Map(claims.map((claim) => [claim.id, claim.claimNo]))
  const isOurs = (row: SendRow) => row.claimNo === claimNos.get(row.id)
  const ours = claimed.filter(isOurs)
  const [outdated, own] = split(isAlone ? ours : await lockOwn(tx, ours, holders, isOurs), isOutdated)
  const joined = isAlone ? [] : await readSiblings(tx, own, holders)
  // A sibling with an outdated plan is replanned when it is due itself.
  const [outdatedSiblings, siblings] = split(joined, isOutdated)
  const byHolder = Map.groupBy([...own, ...siblings], (row) => row.platformHolderId)
  const decided: Decided = { messages: [], decisions: [], givenBack: [...outdatedSiblings] }
  for (const [id, rows] of byHolder) {
    const holder = holders.get(id)
    if (holder) decideHolder(sending, holder, rows, new Set(siblings), decided)
  }
  const { messages, decisions, givenBack } = decided
  giveBackClaims(tx, givenBack)
  writeDecisions(tx, decisions)
  for (const { platformHolderId, untoldOf: appointmentId } of decisions)
    if (appointmentId !== null)
      replanAppointment.add(tx, { platformHolderId, appointmentId }, `replan ${appointmentId}`)
  // Travels with the commit; only a message of several rows must know first whether all of them go.
  const going = recordMessages(tx, sending, messages)
  // When it fails so does the commit, and nobody awaits this then.
  going.catch(() => undefined)
  const grouped = messages.filter((message) => message.rows.length > 1)
  if (grouped.length > 0) throwIfGroupChanged(grouped, await going)
  return { messages, going, outdated }
}

/** Holds the telephones of which rows are joined, and reads these anew: who held them before may have taken some along. */
async function lockOwn(
  tx: Tx,
  rows: readonly SendRow[],
  holders: Holders,
  isOurs: (row: SendRow) => boolean,
): Promise<SendRow[]> {
  const [household, others] = split(rows, (row) => isOfTelephone(row, holders.get(row.platformHolderId)))
  if (household.length === 0) return others
  lockHouseholds(tx, household)
  return [...(await readRows(tx, household)).filter(isOurs), ...others]
}

/** What is due a little later and goes along, where the holder joins the rows of one person or of one telephone. */
async function readSiblings(tx: Tx, own: readonly SendRow[], holders: Holders): Promise<SendRow[]> {
  const [ofTelephone, others] = split(own, (row) => isOfTelephone(row, holders.get(row.platformHolderId)))
  const ofRecipient = others.filter((row) => holders.get(row.platformHolderId)?.groupSameDay)
  const claims: Claim[] = []
  if (ofTelephone.length > 0) claims.push(...(await claimHousehold(tx, ofTelephone)))
  if (ofRecipient.length > 0) claims.push(...(await claimSiblings(tx, ofRecipient)))
  return readRows(tx, claims)
}

type Holders = ReadonlyMap<string, SendHolder>

/** Joined with the rows of everybody who has its telephone (H3). */
function isOfHousehold(row: SendRow, holder: SendHolder | undefined): boolean {
  return (holder?.groupSameTelephone ?? false) && row.recipientPhoneKey !== null
}

/** Decided by whoever holds its telephone: two workers do not tell it in two messages. */
function isOfTelephone(row: SendRow, holder: SendHolder | undefined): boolean {
  return isOfBatch(row) ? hasOthers(row) : isOfHousehold(row, holder)
}

/** A text message of a batch that has another appointment of the telephone (B3). Mails go one by one: each has a calendar file, and none costs. */
function hasOthers({ othersWait }: SendRow): boolean {
  return othersWait !== null
}

async function readRows(tx: Tx, claims: readonly Claim[]): Promise<SendRow[]> {
  if (claims.length === 0) return []
  return tx.rows(selectSendRows, [claims.map((claim) => claim.platformHolderId), claims.map((claim) => claim.id)])
}

function split<Row>(rows: readonly Row[], isOfFirst: (row: Row) => boolean): [Row[], Row[]] {
  return [rows.filter(isOfFirst), rows.filter((row) => !isOfFirst(row))]
}

/** A row whose appointment has begun or ended is not replanned: it is decided like any other, and ends. */
function isPlanOutdated(row: SendRow, holder: SendHolder | undefined): boolean {
  if (!holder || !isStep(row) || row.status !== 'registered') return false
  const [policyVersion, , typeVersion = ''] = row.planStamp.split(' ')
  const isPresent = policyVersion === String(holder.version) && typeVersion === String(row.typePlanVersion ?? '')
  return !isPresent && Temporal.Instant.compare(row.startsAt, holder.clock) > 0
}

type Decided = { readonly messages: Message[]; readonly decisions: Decision[]; readonly givenBack: Claim[] }

/** Adds what becomes of the rows of one holder. */
function decideHolder(
  sending: Sending,
  holder: SendHolder,
  rows: readonly SendRow[],
  siblings: ReadonlySet<SendRow>,
  { messages, decisions, givenBack }: Decided,
): void {
  const { platformHolderId } = holder
  const mayGo = createAllowance(holder, sending.volumeFloor)
  let held = 0
  const compose = (addressed: Addressed): Message => {
    const link = createMessageLink(sending.services.keys.messageLink)
    const input = { ...addressed, holder, platformHolderId, link }
    const composed = composeMessage(sending.services, sending.mailFrom, input)
    return { ...addressed, composed, holder, messageReference: link.messageReference }
  }
  for (const message of together(rows, holder, decisions).flatMap((addressed) => composeFitting(addressed, compose))) {
    // All are siblings, claimed to join a message that does not go after all: they go when they are due.
    if (message.rows.every((row) => siblings.has(row))) givenBack.push(...message.rows)
    else if (mayGo(message)) messages.push(message)
    else {
      held += message.rows.length
      decisions.push(...message.rows.map(holdsForVolume))
    }
  }
  if (held > 0) sending.log.warn({ platformHolderId, held }, 'volume breaker holds reminders for review')
}

/** One message, or several with fewer rows each where one would take more parts than a text message may. */
function composeFitting(addressed: Addressed, compose: (those: Addressed) => Message): Message[] {
  const { rows } = addressed
  const message = compose(addressed)
  if (rows.length === 1 || (message.composed.segments ?? 0) <= partsMax) return [message]
  const inOrder = rows.toSorted((a, b) => Temporal.Instant.compare(a.startsAt, b.startsAt))
  const half = Math.ceil(rows.length / 2)
  return [inOrder.slice(0, half), inOrder.slice(half)].flatMap((some) =>
    composeFitting({ ...addressed, rows: some as [SendRow, ...SendRow[]] }, compose),
  )
}

/** Rows that go, alone or joined with others of the same person or telephone and day; decisions on the rest are added to `decisions`. */
function together(rows: readonly SendRow[], holder: SendHolder, decisions: Decision[]): Addressed[] {
  const all = new Map<string, { channel: Addressed['channel']; address: string; rows: [SendRow, ...SendRow[]] }>()
  for (const row of rows) {
    const verdict = decide(row, holder)
    if (!verdict.goes) {
      decisions.push(verdict.decision)
      continue
    }
    const { channel, address } = verdict
    const key = groupKey(row, holder, channel, address) ?? row.id
    const others = all.get(key)
    if (!others) all.set(key, { channel, address, rows: [row] })
    // No message tells the same appointment twice.
    else if (others.rows.some((other) => other.appointmentId === row.appointmentId))
      all.set(row.id, { channel, address, rows: [row] })
    else if (others.rows.length < toldMax) others.rows.push(row)
    else {
      all.set(others.rows[0].id, others)
      all.set(key, { channel, address, rows: [row] })
    }
  }
  return [...all.values()]
}

/** Whether what a row tells is told beside what others tell: of one batch, or by choice of the organization. */
function isGroupable(row: SendRow, holder: SendHolder): boolean {
  if (isOfBatch(row)) return hasOthers(row)
  const isReminder = row.kind === 'reminder' || row.kind === 'confirm_prompt'
  return isReminder && (isOfHousehold(row, holder) || holder.groupSameDay)
}

/** Equal for rows that are told in one message; null for a row that goes alone. */
function groupKey(row: SendRow, holder: SendHolder, channel: string, address: string): string | null {
  if (!isGroupable(row, holder)) return null
  // A message is in one language, and nobody is written to in another than theirs because of whom they live with (G12).
  const whose = isOfHousehold(row, holder)
    ? [row.recipientPhoneKey?.toString('hex'), chooseLocale(languagesOf(row, holder)).locale]
    : [row.holderRecipientId]
  const day = row.startsAt.toZonedDateTimeISO(row.timezone).toPlainDate().toString()
  // A message says only once, for all its rows, that a request is being looked at. What a human released is not held
  // again with what nobody looked at.
  const told = isOfBatch(row) ? batchOf(row) : 'reminders'
  return JSON.stringify([told, ...whose, channel, address, day, row.isRequestOpen, row.isReleased])
}

/** Records the attempts of messages. @returns the rows that may go */
async function recordMessages(tx: Tx, sending: Sending, messages: readonly Message[]): Promise<ReadonlySet<string>> {
  const [first] = messages
  if (!first) return new Set()
  const attempts = messages.flatMap((message, messageNo) =>
    message.rows.map((row) => attemptOf(row, message, sending, messageNo)),
  )
  return recordAttempts(tx, first.holder.clock, attempts, volumeLimits(messages, sending.volumeFloor))
}

/** No limit for a holder with messages that a human released: these count, and are not held again. */
function volumeLimits(messages: readonly Message[], floor: number): Record<string, number> {
  const byHolder = Map.groupBy(messages, (message) => message.holder)
  const limits = [...byHolder].flatMap(([holder, own]) => {
    const limit = volumeLimit(holder, floor)
    const isReleased = own.some(({ rows }) => rows.every((row) => row.isReleased))
    return limit === null || isReleased ? [] : [[holder.platformHolderId, limit] as const]
  })
  return Object.fromEntries(limits)
}

function throwIfGroupChanged(messages: readonly Message[], going: ReadonlySet<string>): void {
  for (const { rows } of messages) {
    const count = rows.filter((row) => going.has(row.id)).length
    if (count > 0 && count < rows.length) throw new GroupChanged()
  }
}

/** One of several appointments told in one message was withdrawn meanwhile: the message must be written without it (G27). */
export class GroupChanged extends Error {
  override readonly name = 'GroupChanged'
}

function attemptOf(row: SendRow, message: Message, sending: Sending, messageNo: number): Attempt {
  const { channel, address, composed, messageReference, holder, rows } = message
  const email = sending.email.of(senderOf(holder, rows))
  const provider = channel === 'sms' ? sending.sms.of(senderOf(holder, rows)) : email
  return {
    platformHolderId: row.platformHolderId,
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
    // An answer to a reply names no time.
    toldStartsAt: row.staffAnswer === null ? startTold(row) : null,
    toldLocationId: row.locationId,
    toldPlace: namesPlace(row) ? placeOf(row, holder.locations) : null,
    messageReference,
    provider: provider.name,
    destination: address,
    destinationKey: addressKeyOf(row, channel)?.toString('hex') ?? '',
    sender: composed.sender,
    body: composed.body,
    isLocaleFallback: composed.isLocaleFallback,
    tellsDeparture: channel === 'email' && email.tellsDeparture,
    isCounted: !isOfBatch(row),
    spendsOf: spendsOf(row),
    messageNo,
  }
}

/** Neither an answer to a reply nor what a batch says of the time tells where the appointment is. */
function namesPlace({ staffAnswer, kind }: SendRow): boolean {
  return staffAnswer === null && kind !== 'delay' && kind !== 'postponed'
}
