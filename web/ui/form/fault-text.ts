import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FaultCode } from '#/kernel/errors.ts'

/** What the server finds, or a page before it sends anything. */
export type ShownFault = FaultCode | 'skipped_by_clock'

/** What is wrong with a field, in words. */
export const faultText: Readonly<Record<ShownFault, MessageDescriptor>> = {
  required: msg`Fill this in.`,
  unknown_field: msg`You can’t enter this here.`,
  invalid_format: msg`This is not in the right format.`,
  too_long: msg`This is too long.`,
  too_short: msg`This is too short.`,
  out_of_range: msg`This is outside the allowed range.`,
  not_allowed: msg`This is not one of the choices.`,
  conflict: msg`This conflicts with another field.`,
  skipped_by_clock: msg`This time does not exist on that day, because the clocks change`,
}
