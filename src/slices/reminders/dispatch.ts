import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type Tx } from '#/kernel/db.ts'
import { newId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { claimDue, type Claim } from './claim-store.ts'
import { composeMessage, type ComposedMessage } from './compose-message.ts'
import { maskAddress } from './contact-key.ts'
import { addressKeyOf, createAllowance, decide, holds, type AttemptRecord, type Decision } from './dispatch-decision.ts'
import {
  claimSiblings,
  releaseClaims,
  selectDispatchHolder,
  selectDispatchRows,
  writeDecisions,
  type DispatchHolder,
  type DispatchRow,
} from './dispatch-store.ts'
import { handOverAll, mayCall, type Parcel } from './hand-over.ts'
import type { Channel } from './policy.ts'
import { replanAppointments } from './replan-all.ts'

/** What sending needs: the way out, and the numbers that bound it. */
export type Dispatching = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly mailFrom: string
  readonly log: Log
  /** Rows claimed at once. */
  readonly batchSize: number
  /** Batches in hand at once: while one waits for a slow provider, the others go on. */
  readonly batchesMax: number
  /** Messages of one batch and holder at the providers at once. */
  readonly concurrency: number
  /** Bound on one provider call. */
  readonly callTimeoutMs: number
  /** TIJDIG_VOLUME_BREAKER_FLOOR. */
  readonly volumeFloor: number
  /** Told of every message that was handed over, for metrics. */
  readonly onHandedOver: (fact: { lagMs: number; channel: Channel }) => void
}

/** A batch that was claimed: how many rows, and when all of them are settled. */
export type Batch = { readonly claimed: number; readonly settled: Promise<void> }

/**
 * Claims one batch of due rows and begins to see each through: looked at once more, rendered, recorded as handed over,
 * handed to its provider, and the outcome recorded. Three commits lie on the way, and a crash between any two of them is
 * safe: after the first the lease runs out and the row is planned again; after the second its outcome is unknown and
 * looked up. The caller can claim the next batch meanwhile, so that a slow provider holds up nobody else.
 */
export async function dispatchDue(dispatching: Dispatching, isBehind: boolean): Promise<Batch> {
  const claimedAtMs = performance.now()
  const claims = await claimDue(dispatching.pool, dispatching.batchSize, isBehind)
  const byHolder = Map.groupBy(claims, (claim) => claim.platform_holder_id)
  const seeThrough = async ([platformHolderId, own]: [string, Claim[]]) => {
    for (let start = 0; start < own.length; start += shareMax) {
      // Claims for which no time is left come free with their lease, and are planned again.
      if (!mayCall(dispatching, claimedAtMs)) return
      const parcels = await prepareWithRetry(dispatching, platformHolderId, own.slice(start, start + shareMax))
      await handOverAll(dispatching, platformHolderId, parcels, claimedAtMs)
    }
  }
  return { claimed: claims.length, settled: settleAll([...byHolder].map(seeThrough)) }
}

/** Rows recorded as handed over at once: a worker that is killed leaves at most these for look-ups. */
const shareMax = 150

/** One holder's failure does not keep another's rows from being settled; it is reported when all are done. */
async function settleAll(holders: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(holders)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** What a change of the same rows at the same moment undid simply goes again: a lost deadlock, a group that changed. */
async function prepareWithRetry(
  dispatching: Dispatching,
  platformHolderId: string,
  claims: readonly Claim[],
): Promise<Parcel[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { parcels, going } = await inTransaction(dispatching.pool, { holder: platformHolderId }, (tx) =>
        prepare(tx, dispatching, platformHolderId, claims),
      )
      const certain = await going
      return parcels.filter((parcel) => parcel.rows.some((row) => certain.has(row.id)))
    } catch (error) {
      const { code } = error as { code?: string }
      const isWorthRepeating = error instanceof GroupChanged || code === '40P01' || code === '40001'
      if (attempt === 3 || !isWorthRepeating) throw error
    }
  }
}

/** Decides every claimed row of one holder and records what goes, in the transaction that re-reads everything (G2). */
async function prepare(
  tx: Tx,
  dispatching: Dispatching,
  platformHolderId: string,
  claims: readonly Claim[],
): Promise<Prepared> {
  const [holders, claimedRows] = await Promise.all([
    tx.rows(selectDispatchHolder, [platformHolderId]),
    tx.rows(selectDispatchRows, [platformHolderId, claims.map((claim) => claim.id)]),
  ])
  const [holder] = holders
  if (!holder) return { parcels: [], going: Promise.resolve(new Set()) }
  // After a long sleep a row may be claimed again, by somebody else.
  const claimNos = new Map(claims.map((claim) => [claim.id, claim.claim_no]))
  const ownRows = claimedRows.filter((row) => row.claim_no === claimNos.get(row.id))
  const joined = holder.group_same_day ? [...ownRows, ...(await joinSiblings(tx, platformHolderId, ownRows))] : ownRows
  const outdated = joined.filter((row) => row.is_plan_outdated && isStep(row))
  if (outdated.length > 0) await planAnew(tx, platformHolderId, holder, outdated)
  const rows = joined.filter((row) => !outdated.includes(row))
  const decisions: Decision[] = []
  const attempts: AttemptRecord[] = []
  const parcels: Parcel[] = []
  const mayGo = createAllowance(holder, dispatching.volumeFloor)
  let heldForVolume = 0
  for (const group of groupsThatGo(rows, holder, decisions)) {
    if (!mayGo(group)) {
      heldForVolume += group.rows.length
      for (const row of group.rows) decisions.push(decisionOf(holds(row)))
      continue
    }
    const messageReference = newId()
    const composed = composeMessage(dispatching.services, dispatching.mailFrom, {
      ...group,
      holder,
      platformHolderId,
      messageReference,
    })
    for (const row of group.rows) {
      decisions.push(handsOver(row, group, composed))
      attempts.push(attemptOf(row, group, composed, messageReference, dispatching))
    }
    parcels.push({ ...group, composed, holder, messageReference })
  }
  // On its way together with the commit; only a message of several rows must know first whether all of them go.
  const going = writeDecisions(tx, platformHolderId, holder.clock, decisions, attempts)
  const grouped = parcels.filter((parcel) => parcel.rows.length > 1)
  if (grouped.length > 0) throwIfGroupChanged(grouped, await going)
  if (heldForVolume > 0)
    dispatching.log.warn({ platformHolderId, held: heldForVolume }, 'volume breaker holds reminders for review')
  return { parcels, going }
}

/** Notices and short-notice reminders come from events, not from the steps of a plan. */
function isStep(row: DispatchRow): boolean {
  return (row.kind === 'reminder' || row.kind === 'confirm_prompt') && row.offset_key.startsWith('P')
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
  const ids = [...new Set(rows.map((row) => row.appointment_id))].sort()
  await replanAppointments(tx, { platformHolderId, now: clock }, ids)
  releaseClaims(tx, platformHolderId, rows)
}

/** Messages that are written, and, once the transaction is committed, the rows that may really go. */
type Prepared = { readonly parcels: Parcel[]; readonly going: Promise<ReadonlySet<string>> }

function throwIfGroupChanged(parcels: readonly Parcel[], going: ReadonlySet<string>): void {
  for (const { rows } of parcels) {
    const count = rows.filter((row) => going.has(row.id)).length
    if (count > 0 && count < rows.length) throw new GroupChanged()
  }
}

/** One of several appointments told in one message was withdrawn meanwhile: the message must be written without it (G27). */
class GroupChanged extends Error {
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
    const key = holder.group_same_day && isGroupable(row) ? groupKey(row, channel, address) : row.id
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { channel, address, rows: [row] })
  }
  return [...groups.values()]
}

function isGroupable(row: DispatchRow): boolean {
  return row.kind === 'reminder' || row.kind === 'confirm_prompt'
}

function groupKey(row: DispatchRow, channel: Channel, address: string): string {
  const day = row.starts_at.toZonedDateTimeISO(row.timezone).toPlainDate().toString()
  // That a request is being looked at is said of a whole message.
  return JSON.stringify([row.holder_recipient_id, channel, address, day, row.is_request_open])
}

async function joinSiblings(tx: Tx, platformHolderId: string, rows: readonly DispatchRow[]): Promise<DispatchRow[]> {
  const joined = await tx.rows(claimSiblings, [platformHolderId, rows.map((row) => row.id)])
  if (joined.length === 0) return []
  return tx.rows(selectDispatchRows, [platformHolderId, joined.map((row) => row.id)])
}

function handsOver(row: DispatchRow, { channel, address }: Group, composed: ComposedMessage): Decision {
  return {
    id: row.id,
    claim_no: row.claim_no,
    state: 'handed_over',
    reason_code: null,
    run_at: null,
    channel,
    fallback_channel: row.fallback_channel === channel ? null : row.fallback_channel,
    due_at: null,
    attempts: row.attempts + 1,
    channel_tries: (channel === row.channel ? row.channel_tries : 0) + 1,
    locale: composed.locale,
    template_version: composed.templateVersion,
    segments: composed.segments,
    encoding: composed.encoding,
    destination_masked: maskAddress(channel, address),
    told_starts_at: row.starts_at,
  }
}

function attemptOf(
  row: DispatchRow,
  { channel, address }: Group,
  composed: ComposedMessage,
  messageReference: string,
  dispatching: Dispatching,
): AttemptRecord {
  return {
    reminder_id: row.id,
    attempt_no: row.attempts + 1,
    message_reference: messageReference,
    channel,
    provider: channel === 'sms' ? dispatching.sms.name : dispatching.email.name,
    destination: address,
    destination_key: addressKeyOf(row, channel)?.toString('hex') ?? '',
    sender: composed.sender,
    body: composed.body,
  }
}

function decisionOf(verdict: ReturnType<typeof holds>): Decision {
  if (verdict.goes) throw new Error('A held row does not go')
  return verdict.decision
}
