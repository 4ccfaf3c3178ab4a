import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FaultCode } from '#/kernel/errors.ts'

/** What is wrong with a field, in words. */
export const faultText: Readonly<Record<FaultCode, MessageDescriptor>> = {
  required: msg`Fill this in.`,
  unknown_field: msg`This cannot be given here.`,
  invalid_format: msg`This is not written the right way.`,
  too_long: msg`This is too long.`,
  too_short: msg`This is too short.`,
  out_of_range: msg`This is outside what is possible.`,
  not_allowed: msg`This is not one of the choices.`,
  conflict: msg`This does not go with something else.`,
}
