import { columnsOf } from '#/kernel/postgres/values/columns.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import { inOrderOfId } from '#/slices/reminders/send/claim/claim-store.ts'
import { leaseSeconds, type Claim } from '#/slices/reminders/send/claim/sending.ts'

/** A row that goes now and its attempt, as the columns they are written to. */
export type Attempt = Claim & {
  readonly channel: Channel
  readonly fallbackChannel: Channel | null
  readonly attempts: number
  readonly channelTries: number
  readonly locale: string
  readonly templateVersion: string
  readonly segments: number | null
  readonly encoding: 'gsm7' | 'ucs2' | null
  readonly destinationMasked: string
  /** Null when it tells none. */
  readonly toldStartsAt: Temporal.Instant | null
  readonly toldLocationId: string | null
  readonly toldPlace: string | null
  readonly messageReference: string
  readonly provider: string
  readonly destination: string
  /** Keyed hash as hex. */
  readonly destinationKey: string
  readonly sender: string
  readonly body: string
  /** Written in another language than asked for (G12). */
  readonly isLocaleFallback: boolean
  /** Nothing of it leaves before its departure is recorded. */
  readonly tellsDeparture: boolean
  /** Whether it counts towards the volume of its hour: one for a batch does not. */
  readonly isCounted: boolean
  /** The batch whose allowance it spends, when it does. */
  readonly spendsOf: string | null
  /** Position among the messages that are recorded together: tells which one an address got last. */
  readonly messageNo: number
}

/** How many messages each holder may hand over in this hour, by all workers together; no limit for one that is missing. */
export type VolumeLimits = Readonly<Record<string, number>>

/**
 * Records rows as handed over, with their attempts. Only rows still held by this claim are touched: one that was cancelled,
 * moved or taken by another worker meanwhile is left alone. Messages that go count towards the hour's volume (G24).
 *
 * @returns the rows that may now be handed over
 */
export async function recordAttempts(
  tx: Tx,
  clock: Temporal.Instant,
  attempts: readonly Attempt[],
  limits: VolumeLimits,
): Promise<Set<string>> {
  if (attempts.length === 0) return new Set()
  const rows = await tx.rows(recordAttempted, [
    clock,
    JSON.stringify(limits),
    ...recordedColumns.values(inOrderOfId(attempts)),
  ])
  return new Set(rows.map((row) => row.id))
}

/** Their parameters come after the two others of the statement. */
export const recordedColumns = columnsOf<Attempt>(
  {
    platformHolderId: 'uuid',
    id: 'uuid',
    claimNo: 'int',
    channel: 'text',
    fallbackChannel: 'text',
    attempts: 'smallint',
    channelTries: 'smallint',
    locale: 'text',
    templateVersion: 'text',
    segments: 'smallint',
    encoding: 'text',
    destinationMasked: 'text',
    toldStartsAt: 'timestamptz',
    toldLocationId: 'text',
    toldPlace: 'text',
    messageReference: 'uuid',
    provider: 'text',
    destination: 'text',
    destinationKey: 'text',
    sender: 'text',
    body: 'text',
    isLocaleFallback: 'boolean',
    tellsDeparture: 'boolean',
    isCounted: 'boolean',
    spendsOf: 'uuid',
    messageNo: 'int',
  },
  3,
)

// `offset 0` hides the holders from the planner, which may have no statistics of them yet. Volumes are counted in order
// of holder, so that two transactions that count for the same ones never deadlock.
export const recordAttempted = statement<{ id: string }>(
  'record_attempts',
  `with going as (
     update reminder r set state = 'handed_over', reason_code = null,
       run_at = $1::timestamptz + interval '${leaseSeconds} seconds',
       channel = d.channel, fallback_channel = d.fallback_channel, attempts = d.attempts,
       channel_tries = d.channel_tries, locale = d.locale,
       template_version = d.template_version, segments = d.segments, encoding = d.encoding,
       destination_masked = d.destination_masked,
       told_starts_at = d.told_starts_at, told_location_id = d.told_location_id, told_place = d.told_place,
       handed_over_at = $1, updated_at = (select tijdig_now())
     from (select * from ${recordedColumns.sql} offset 0) d
     where r.platform_holder_id = d.platform_holder_id
       and r.id = d.id
       and r.claim_no = d.claim_no
       and r.state = 'claimed'
     returning r.platform_holder_id, r.id, d.attempts, d.message_reference, d.channel, d.provider, d.destination,
       d.destination_key, d.sender, d.body,
       d.is_locale_fallback, d.tells_departure, d.is_counted, d.spends_of, d.message_no),
   attempted as (
     insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination,
       destination_key, sender, body, is_locale_fallback, tells_departure, is_counted, handed_over_at, updated_at)
     select platform_holder_id, id, attempts, message_reference, channel, 'handed_over', provider, destination,
       decode(destination_key, 'hex'), sender, body, is_locale_fallback, tells_departure, is_counted,
       $1::timestamptz + message_no * interval '1 microsecond', $1
     from going),
   counted as (
     insert into reminder_volume as v (platform_holder_id, hour, handed_over)
     select platform_holder_id, date_trunc('hour', (select tijdig_now())), count(distinct message_reference)
     from going
     where is_counted
     group by 1
     order by 1
     on conflict (platform_holder_id, hour) do update set handed_over =
       case when v.handed_over + excluded.handed_over <= coalesce(((select $2::jsonb)->>v.platform_holder_id::text)::int, 2147483647)
       then v.handed_over + excluded.handed_over end),
   spent as (
     update reminder_allowance w set handed_over =
       case when w.handed_over + g.people <= w.allowed then w.handed_over + g.people end
     from (select platform_holder_id, spends_of, count(*)::int as people from going
       where spends_of is not null group by 1, 2 order by 1, 2) g
     where w.platform_holder_id = g.platform_holder_id and w.batch_id = g.spends_of)
   select id from going`,
)

/** Whether an hour's volume, or what a batch may send, would have passed its limit: the statement then sets it to null, which its column refuses. */
export function isVolumeExceeded(error: unknown): boolean {
  const { code, table, column } = error as { code?: string; table?: string; column?: string }
  return code === '23502' && column === 'handed_over' && (table === 'reminder_volume' || table === 'reminder_allowance')
}

/** Locks what counts the messages of these holders until the transaction ends, after waiting for others that count (G24). */
export function lockVolumes(tx: Tx, platformHolderIds: readonly string[]): void {
  tx.send(lockVolume, [platformHolderIds])
  tx.send(lockAllowances, [platformHolderIds])
}

const lockVolume = statement(
  'lock_volumes',
  `insert into reminder_volume as v (platform_holder_id, hour, handed_over)
   select id, date_trunc('hour', tijdig_now()), 0 from unnest($1::uuid[]) as h(id) order by id
   on conflict (platform_holder_id, hour) do update set handed_over = v.handed_over`,
)

const lockAllowances = statement(
  'lock_allowances',
  `select 1 from reminder_allowance where platform_holder_id = any($1::uuid[])
   order by platform_holder_id, batch_id for no key update`,
)
