import { idOrNil } from '#/kernel/ids.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import type { Channel, ReminderKind, ReasonCode, ReminderState } from '#/slices/reminders/words/words.ts'

// What an operator asks about messages, at whichever holder.

/** A message about an appointment, with the last try to send it. */
export type WhyRow = {
  readonly platformHolderId: string
  readonly holderName: string
  readonly appointmentId: string
  readonly externalAppointmentId: string | null
  readonly startsAt: Temporal.Instant
  readonly timezone: string
  readonly reminderId: string
  readonly kind: ReminderKind
  readonly offsetKey: string
  readonly channel: Channel | null
  readonly dueAt: Temporal.Instant
  readonly state: ReminderState
  readonly reasonCode: ReasonCode | null
  readonly attempts: number
  readonly handedOverAt: Temporal.Instant | null
  readonly provider: string | null
  readonly providerCode: string | null
}

/** Most messages told of at once: an id is that of few appointments, and an appointment has few. */
export const whyMax = 200

/**
 * The messages about the appointments with this id, which may be ours, another system's, that of one of the messages, or
 * the reference that its provider knows; in the order in which they are due.
 */
export function listWhy(tx: Tx, id: string): Promise<WhyRow[]> {
  return tx.rows(selectWhy, [id, idOrNil(id)])
}

// One probe of an index at each holder, for the keys begin with it.
const selectWhy = statement<WhyRow>(
  'list_why',
  `with about as (
     select a.platform_holder_id, a.id from platform_holder h cross join lateral (
       select platform_holder_id, id
       from appointment
       where platform_holder_id = h.platform_holder_id and external_appointment_id = $1
       union select platform_holder_id, id from appointment where platform_holder_id = h.platform_holder_id and id = $2
       union select platform_holder_id, appointment_id from reminder where platform_holder_id = h.platform_holder_id and id = $2) a
     union
     select r.platform_holder_id, r.appointment_id from reminder_attempt t
     join reminder r on r.platform_holder_id = t.platform_holder_id and r.id = t.reminder_id
     where t.message_reference = $2)
   select r.platform_holder_id, h.display_name as holder_name, a.id as appointment_id, a.external_appointment_id,
     a.starts_at, a.timezone,
     r.id as reminder_id, r.kind, r.offset_key, r.channel, r.due_at, r.state, r.reason_code, r.attempts,
     r.handed_over_at,
     last.provider, last.provider_code
   from about
   join platform_holder h on h.platform_holder_id = about.platform_holder_id
   join appointment a on a.platform_holder_id = about.platform_holder_id and a.id = about.id
   join reminder r on r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id
   left join lateral (
     select t.provider, t.provider_code from reminder_attempt t
     where t.platform_holder_id = r.platform_holder_id and t.reminder_id = r.id order by t.attempt_no desc limit 1) last on true
   order by h.display_name, r.platform_holder_id, a.id, r.due_at, r.id limit ${whyMax}`,
)

/** What is ahead of a holder's messages, and what waits. */
export type HolderOverview = {
  readonly planned: number
  readonly nextDueAt: Temporal.Instant | null
  readonly held: number
  readonly lastHandedOverAt: Temporal.Instant | null
}

export async function readOverviewOfHolder(tx: Tx, platformHolderId: string): Promise<HolderOverview> {
  const [row] = await tx.rows(selectOverviewOfHolder, [platformHolderId])
  if (!row) throw new Error('Counting gave no row')
  return row
}

const selectOverviewOfHolder = statement<HolderOverview>(
  'overview_of_holder',
  `select count(*) filter (where state in ('planned', 'claimed')) as planned,
     min(due_at) filter (where state = 'planned') as next_due_at,
     count(*) filter (where state = 'held') as held, max(handed_over_at) as last_handed_over_at
   from reminder where platform_holder_id = $1`,
)
