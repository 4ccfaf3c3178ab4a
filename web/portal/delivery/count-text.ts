import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Report } from './delivery-queries.ts'

export type CountId = keyof Report['totals']

/** What each figure of the report counts, in the order of the downloaded file. */
export const countText: Readonly<Record<CountId, MessageDescriptor>> = {
  appointments: msg`Appointments`,
  started: msg`Appointments that have begun`,
  outcomeRecorded: msg`Of these with the outcome noted`,
  completed: msg`Attended`,
  noShow: msg`Did not attend`,
  reached: msg`Reached by a message`,
  answered: msg`Answered`,
  confirmed: msg`Appointments confirmed`,
  cancelRequests: msg`Asked to cancel`,
  rescheduleRequests: msg`Asked for another time`,
  cancelledEarly: msg`Cancelled more than a day ahead`,
  planned: msg`Messages planned`,
  sent: msg`Messages sent`,
  delivered: msg`Delivered`,
  awaitingReceipt: msg`Sent, no receipt yet`,
  pending: msg`Still to be sent`,
  failed: msg`Not delivered`,
  unknown: msg`Not certain`,
  suppressed: msg`Not wanted by the person`,
  skipped: msg`Not sent, reason known beforehand`,
  cancelled: msg`Withdrawn, because something changed`,
  expired: msg`Not sent in time`,
}

/** The states of a planned message; their counts add up to `planned`. */
export const ends = [
  'delivered',
  'awaitingReceipt',
  'pending',
  'failed',
  'unknown',
  'suppressed',
  'skipped',
  'cancelled',
  'expired',
] as const satisfies readonly CountId[]
