import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#web/ui/data/status-pill.tsx'
import type { Connection } from './integration-queries.ts'

type Look = { readonly tone: Tone; readonly name: MessageDescriptor }

export const connectionStatuses: Readonly<Record<Connection['status'], Look>> = {
  not_connected: { tone: 'none', name: msg`Not connected` },
  authorization_pending: { tone: 'busy', name: msg`Waiting for permission` },
  connected: { tone: 'ok', name: msg`Connected` },
  action_required: { tone: 'warn', name: msg`Needs your attention` },
  error: { tone: 'danger', name: msg`Not connected` },
  disconnected: { tone: 'quiet', name: msg`Disconnected` },
}

type Banner = NonNullable<Connection['banner']>

export const bannerText: Readonly<Record<Banner['code'], MessageDescriptor>> = {
  consent_revoked: msg`The permission was taken back. Connect again to go on reading appointments.`,
  token_expired: msg`The permission has ended. Connect again to go on reading appointments.`,
  permission_missing: msg`The account did not give enough permissions. Connect again and allow everything that is asked.`,
  calendar_refused: msg`A calendar can no longer be read. See below which one, and choose again.`,
  cancellations_held: msg`Most events have disappeared from the calendar at once. Nothing is cancelled yet: check that the calendar is right. If they are still gone in an hour, their appointments are cancelled.`,
}

/** Why the calendar could not be read last, where no banner says it. */
export const failureText: Readonly<Record<NonNullable<Connection['lastErrorCode']>, MessageDescriptor>> = {
  consent_revoked: msg`The permission was refused or taken back.`,
  token_expired: msg`Permission was not given in time.`,
  permission_missing: msg`The account did not give enough permissions.`,
  provider_unavailable: msg`The calendar service did not answer. We will try again automatically.`,
}

export const leftOutText: Readonly<Record<Connection['leftOutEvents'][number]['reason'], MessageDescriptor>> = {
  nobody_named: msg`It names nobody.`,
  several_attendees: msg`Several people could be meant.`,
  contact_unreadable: msg`The number or address in it cannot be read.`,
  event_unreadable: msg`The event cannot be read.`,
  organized_elsewhere: msg`Somebody else organizes it.`,
  refused: msg`It breaks a rule, such as lasting longer than a day.`,
}

export const problemText: Readonly<Record<NonNullable<Connection['calendars'][number]['problem']>, MessageDescriptor>> =
  {
    gone: msg`The account no longer has this calendar.`,
    not_readable: msg`This calendar may no longer be read.`,
  }
