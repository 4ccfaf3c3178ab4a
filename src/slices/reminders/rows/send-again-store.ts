import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { Channel, ReminderKind, ReminderState } from '#/slices/reminders/words/words.ts'

/** What went about an appointment before; of the last message that was handed over, and null where none was. */
export type EarlierMessages = {
  readonly lastState: ReminderState | null
  readonly lastChannel: Channel | null
  readonly lastKind: ReminderKind | null
  readonly lastRevision: number | null
  /** How often one was sent again. */
  readonly times: number
  /** Whether one that is sent again has not left yet. */
  readonly isOnItsWay: boolean
}

export async function readEarlier(tx: HolderTx, appointmentId: string): Promise<EarlierMessages> {
  const [row] = await tx.rows(selectEarlier, [tx.platformHolderId, appointmentId])
  if (!row) throw new Error('A row of counts is always there')
  return row
}

const selectEarlier = statement<EarlierMessages>(
  'select_messages_before_again',
  `select last.state as last_state, last.channel as last_channel, last.kind as last_kind,
     last.schedule_revision as last_revision,
     again.times, again.is_on_its_way
   from (select count(*)::int as times, coalesce(bool_or(state in ('planned', 'claimed', 'held')), false) as is_on_its_way
     from reminder where platform_holder_id = $1 and appointment_id = $2 and offset_key like 'again %') again
   left join (select state, channel, kind, schedule_revision from reminder
     where platform_holder_id = $1 and appointment_id = $2 and handed_over_at is not null
     order by handed_over_at desc, id desc limit 1) last on true`,
)
