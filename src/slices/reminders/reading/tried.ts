import type { Static } from 'typebox'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { described, formatInstant, Identifier, Instant, nullable, strictObject } from '#/kernel/schema.ts'
import type { Channel as ChannelName } from '#/slices/reminders/policy/policy.ts'
import type { ReminderKind as Kind } from '#/slices/reminders/policy/policy.ts'
import {
  Channel,
  ReasonCode,
  ReminderKind,
  ReminderState,
  type ReasonCode as Reason,
  type ReminderState as State,
} from './reminder-summary.ts'

/** A message that went, or that did not for a reason that tells how to reach somebody. */
export const TriedMessage = strictObject(
  {
    reminderId: described(Identifier, 'Id of the message.'),
    kind: ReminderKind,
    channel: described(nullable(Channel), 'Its channel; null where there was no contact.'),
    state: ReminderState,
    reasonCode: described(nullable(ReasonCode), 'Why it was not sent or did not arrive, or null.'),
    at: described(Instant, 'When it was handed to the provider, or would have been.'),
  },
  { title: 'TriedMessage' },
)

export type TriedRow = {
  readonly id: string
  readonly appointmentId: string
  readonly kind: Kind
  readonly channel: ChannelName | null
  readonly state: State
  readonly reasonCode: Reason | null
  readonly at: Temporal.Instant
}

/** Most messages told of one appointment: the newest. */
export const triedMax = 5

/** What was tried to reach the people of these appointments, of each the newest last. */
export function listTried(tx: HolderTx, appointmentIds: readonly string[]): Promise<TriedRow[]> {
  return tx.rows(selectTried, [tx.platformHolderId, appointmentIds])
}

const selectTried = statement<TriedRow>(
  'list_tried_messages',
  `select tried.* from unnest($2::uuid[]) as wanted(id) cross join lateral (
     select r.id, r.appointment_id, r.kind, r.channel, r.state, r.reason_code, coalesce(r.handed_over_at, r.due_at) as at
     from reminder r
     where r.platform_holder_id = $1 and r.appointment_id = wanted.id
       and (r.handed_over_at is not null or (r.state in ('skipped', 'suppressed', 'expired')
         and r.reason_code not in ('due_in_past', 'superseded', 'confirmed')))
     order by coalesce(r.handed_over_at, r.due_at) desc, r.id limit ${triedMax}) tried
   order by tried.at, tried.id`,
)

export function toTriedMessage({ id, appointmentId: _, at, ...told }: TriedRow): Static<typeof TriedMessage> {
  return { reminderId: id, ...told, at: formatInstant(at) }
}
