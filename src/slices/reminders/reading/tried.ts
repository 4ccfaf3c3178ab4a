import type { Static } from 'typebox'
import { described, formatInstant, Identifier, Instant, nullable, strictObject } from '#/kernel/schema.ts'
import { Channel, ReasonCode, ReminderKind, ReminderState } from '#/slices/reminders/words/words.ts'
import type { TriedRow } from './tried-store.ts'

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

export function toTriedMessage(row: TriedRow): Static<typeof TriedMessage> {
  const { id, kind, channel, state, reasonCode, at } = row
  return { reminderId: id, kind, channel, state, reasonCode, at: formatInstant(at) }
}
