import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { reasonText } from '../appointments/reason-text.ts'
import type { Batch, BatchItem } from './batch-queries.ts'

/** What happens to the appointments, and what people are told of it. */
export const actions: Readonly<
  Record<Batch['action'], { readonly name: MessageDescriptor; readonly note: MessageDescriptor }>
> = {
  cancel: { name: msg`They are cancelled`, note: msg`Everybody is told that theirs does not take place.` },
  postpone: {
    name: msg`They get another time`,
    note: msg`Everybody is told that a new time follows. Reminders wait until you move the appointment.`,
  },
  delay: { name: msg`They start later today`, note: msg`Everybody is told by how much. Nothing else changes.` },
}

export const reasons: Readonly<Record<Batch['reason'], MessageDescriptor>> = {
  ill: msg`Somebody is ill`,
  closed: msg`We are closed`,
  technical: msg`Technical problem`,
  other: msg`Another reason`,
}

type ItemReason = NonNullable<BatchItem['reasonCode']>

/** Why somebody was not told, or an appointment left alone. */
export const itemReasons: Readonly<Record<ItemReason, MessageDescriptor>> = {
  ...reasonText,
  changed: msg`It was changed meanwhile.`,
  stopped: msg`Stopped. What had not left was withdrawn.`,
  undone: msg`Undone. Nothing has changed.`,
  not_applied: msg`It could not be carried out. Look at the appointment.`,
  not_delivered: reasonText.outcome_unknown,
  no_message: msg`It could not be carried out. Look at the appointment.`,
}

/** In place of a preview of more than a batch may have. */
export const tooMany = msg`These are more than a thousand appointments. Choose fewer days, a location or a type.`
