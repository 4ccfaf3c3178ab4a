import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { placeSql, type Place } from '#/slices/appointment-facts/appointment-facts.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import { instantAt } from '#/slices/reminders/plan/offset.ts'

// The one definition of told: the row has the start it told, and was handed over, arrived, or may have.

/** A message that told the person of an appointment. */
export type Told = RowOf<typeof toldColumns> & {
  readonly startsAt: Temporal.Instant
  readonly channel: Channel
  /** Null when the message named no place. */
  readonly toldPlace: string | null
}

const toldColumns = columns('reminder', 'channel, kind, offset_key, told_location_id, told_place')

/** The messages that told the person of this appointment, the last one first. */
export function listTold(tx: Tx, platformHolderId: string, appointmentId: string): Promise<Told[]> {
  return tx.rows(selectTold, [platformHolderId, appointmentId])
}

/** Whether a row `o` told the person something, or may have. */
const hasToldSql = `o.told_starts_at is not null and o.state in ('handed_over', 'sent', 'delivered', 'unknown')`

const selectTold = statement<Told>(
  'select_told',
  `select told_starts_at as starts_at, ${toldColumns} from reminder o
   where platform_holder_id = $1 and appointment_id = $2 and ${hasToldSql}
   order by handed_over_at desc, id desc limit 100`,
)

/** Where the appointment now is; in the same transaction, what was written before is seen. */
export async function readPlace(tx: Tx, platformHolderId: string, appointmentId: string): Promise<Place> {
  const [place = { locationId: null, words: null }] = await tx.rows(selectPlace, [platformHolderId, appointmentId])
  return place
}

const selectPlace = statement<Place>(
  'select_place',
  `select a.location_id, ${placeSql()} as words
   from appointment a join platform_holder h using (platform_holder_id) where a.platform_holder_id = $1 and a.id = $2`,
)

/**
 * A person was told a time of day, which means another instant once the zone of the appointment is another one: says
 * what they were told as the appointment now understands it, and records that with the commit.
 *
 * @param from the zone before
 */
export function rereadTold(
  tx: Tx,
  platformHolderId: string,
  appointment: { readonly id: string; readonly startsAt: Temporal.Instant; readonly timezone: string },
  told: readonly Told[],
  from: string,
): Told[] {
  const { id, startsAt, timezone } = appointment
  if (from === timezone) return [...told]
  const reread = told.map((message) => {
    const sameTime = instantAt(message.startsAt.toZonedDateTimeISO(from).toPlainDateTime(), timezone, 'earlier')
    // A mail told the instant too, in its calendar file, so that the same time of day may be news.
    const isNews = message.channel === 'email' && sameTime.equals(startsAt)
    return { ...message, before: message.startsAt, startsAt: isNews ? message.startsAt : sameTime }
  })
  const changed = reread.filter((message) => !message.startsAt.equals(message.before))
  if (changed.length > 0) {
    const columns = [
      changed.map((one) => one.channel),
      changed.map((one) => one.before),
      changed.map((one) => one.startsAt),
    ]
    tx.send(updateTold, [platformHolderId, id, ...columns])
  }
  return reread
}

const updateTold = statement(
  'reread_told',
  `update reminder r set told_starts_at = s.after
   from (select distinct * from unnest($3::text[], $4::timestamptz[], $5::timestamptz[]) as s(channel, before, after)) s
   where r.platform_holder_id = $1 and r.channel = s.channel and r.told_starts_at = s.before and r.id = any(array(
     select id
     from reminder
     where platform_holder_id = $1 and appointment_id = $2 and told_starts_at is not null
     order by id for no key update))`,
)

/** Records, with the commit, that nothing was told to whoever has the appointment now: it was somebody else's. */
export function forgetTold(tx: Tx, platformHolderId: string, appointmentId: string): void {
  tx.send(forgetTime, [platformHolderId, appointmentId])
}

const forgetTime = statement(
  'forget_told',
  `update reminder set told_starts_at = null, told_location_id = null, told_place = null
   where platform_holder_id = $1 and id = any(array(
     select id
     from reminder
     where platform_holder_id = $1 and appointment_id = $2 and told_starts_at is not null
     order by id for no key update))`,
)

/** The last row `o` that told the person of an appointment; `of` is the rest of the condition. */
export const lastToldSql = (columns: string, of: string) =>
  `select ${columns} from reminder o where ${of} and ${hasToldSql} order by o.handed_over_at desc, o.id desc limit 1`

/** Whether the person was told of appointment `a` at a time to come, and not since that it does not take place. */
export const isKnownSql = `coalesce((${lastToldSql(
  `o.kind <> 'cancellation' and o.told_starts_at > (select tijdig_now())`,
  'o.platform_holder_id = $1 and o.appointment_id = a.id',
)}), false)`

/** The other rows of the appointment of a row `r`. */
export const otherRowsSql = `o.platform_holder_id = r.platform_holder_id and o.appointment_id = r.appointment_id and o.id <> r.id`

/**
 * Whether the offset of row `r` of appointment `a` was handed over in this revision under any kind, or told the current
 * start earlier and nothing told since said otherwise (G19).
 */
export const isRepeatedSql = `
  (r.kind in ('reminder', 'confirm_prompt') and exists (
    select 1 from reminder o where ${otherRowsSql} and o.offset_key = r.offset_key and o.handed_over_at is not null
      and (o.schedule_revision = r.schedule_revision or (o.told_starts_at = a.starts_at and ${hasToldSql} and not exists (
        select 1
        from reminder l
        where l.platform_holder_id = r.platform_holder_id and l.appointment_id = r.appointment_id
          and l.handed_over_at > o.handed_over_at and (l.told_starts_at <> a.starts_at or l.kind = 'cancellation')
          and l.state in ('handed_over', 'sent', 'delivered', 'unknown'))))))`
