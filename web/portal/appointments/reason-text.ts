import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Appointment } from './delivery-pill.tsx'

type ReasonCode = NonNullable<Appointment['delivery']['reasonCode']>

/** Why a message was not sent, waits or did not arrive. */
export const reasonText: Readonly<Record<ReasonCode, MessageDescriptor>> = {
  due_in_past: msg`The appointment was made too late for this reminder.`,
  quiet_hours: msg`It would have arrived in the hours without messages.`,
  rescheduled: msg`The appointment was moved.`,
  appointment_cancelled: msg`The appointment was cancelled.`,
  recipient_opted_out: msg`This person does not want reminders this way.`,
  channel_disabled: msg`Your organization does not send messages this way.`,
  no_contact: msg`There is no number or address to send it to.`,
  landline: msg`The number is a landline, which takes no text messages.`,
  invalid_number: msg`The number does not exist.`,
  tenant_inactive: msg`Your organization was not active.`,
  confirmed: msg`The appointment was confirmed already.`,
  too_late: msg`It could not be sent in time.`,
  volume_review: msg`It is on hold: far more messages than usual were about to be sent, and Tijdig is checking this first.`,
  awaiting_new_time: msg`It is waiting for the new time of the appointment.`,
  superseded: msg`A newer message took its place.`,
  provider_refused: msg`The message service refused it.`,
  provider_unreachable: msg`The message service could not be reached.`,
  carrier_rejected: msg`The telephone network refused it.`,
  number_unreachable: msg`The telephone could not be reached.`,
  outcome_unknown: msg`It is not known whether it arrived.`,
  test_mode: msg`This is a test: it was not really sent.`,
}
