import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#web/ui/data/status-pill.tsx'
import type { Request, RequestStatus } from './request-queries.ts'

export const requestTypes: Readonly<Record<Request['type'], MessageDescriptor>> = {
  cancel: msg`Asks to cancel`,
  reschedule: msg`Asks for another time`,
}

export const requestReasons: Readonly<Record<NonNullable<Request['reasonCode']>, MessageDescriptor>> = {
  ill: msg`Ill`,
  work: msg`Work`,
  transport: msg`Transport`,
  no_longer_needed: msg`No longer needed`,
  other: msg`Another reason`,
}

export const requestStatuses: Readonly<
  Record<RequestStatus, { readonly tone: Tone; readonly name: MessageDescriptor }>
> = {
  pending_review: { tone: 'waiting', name: msg`Waiting for you` },
  approved: { tone: 'ok', name: msg`Approved` },
  declined: { tone: 'quiet', name: msg`Declined` },
  withdrawn: { tone: 'quiet', name: msg`Withdrawn` },
  superseded: { tone: 'none', name: msg`No longer applies after a change` },
  expired: { tone: 'none', name: msg`Expired` },
}
