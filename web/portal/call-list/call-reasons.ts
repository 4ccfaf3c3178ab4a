import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { reasonText } from '../appointments/reason-text.ts'
import type { ToCall } from './call-list-queries.ts'

const outdated = msg`The last message no longer holds`

/** The part of the list that somebody stands in. */
export function partOf({ reason }: ToCall): MessageDescriptor {
  if (reason === 'told_otherwise' || reason === 'must_call') return outdated
  return reason === 'unanswered' ? msg`No answer yet` : msg`Not reached`
}

/** Why somebody is called; null where the part of the list says it. */
export function reasonOf({ reason, reasonCode }: ToCall): MessageDescriptor | null {
  if (reason === 'unanswered' || reason === 'told_otherwise') return null
  if (reason === 'opted_out') return reasonText.recipient_opted_out
  if (reason === 'must_call') return msg`The person could not be told of a change.`
  return reasonCode === null ? msg`The message did not arrive.` : reasonText[reasonCode]
}
