import { Type, type Static } from 'typebox'
import {
  described,
  formatInstant,
  Instant,
  nullable,
  oneOf,
  PlatformHolderId,
  strictObject,
  TimeOfDay,
  TimeZone,
  Version,
} from '#/kernel/schema.ts'
import type { Channel, StoredPreferences, SwitchableKind } from '#/slices/reminders/reminders.ts'
import type { OptOutRow } from './opt-out-store.ts'

export const channels = ['sms', 'email'] as const satisfies readonly Channel[]
export const ChannelPreference = oneOf(['sms', 'email', 'provider_default'], {
  title: 'ChannelPreference',
  description: 'The channel you like best; `provider_default` leaves it to each organization.',
})
export type ChannelPreference = Static<typeof ChannelPreference>
export const OptOutSource = oneOf(['sms_reply', 'list_unsubscribe', 'staff', 'provider', 'app'], {
  title: 'OptOutSource',
  description:
    'How the opt-out came about: STOP by text message, the link in a mail, staff, the telephone company, or here.',
})
export type OptOutSource = Static<typeof OptOutSource>

const ChannelSwitch = strictObject(
  {
    enabled: Type.Boolean({ description: 'False when no organization may use this channel for you.' }),
    optedOutAt: nullable(described(Instant, 'When you opted out; null when you did not.')),
    optedOutVia: described(nullable(OptOutSource), 'How you opted out; null when you did not.'),
  },
  { title: 'ChannelSwitch', description: 'Whether this channel may be used for you.' },
)

/** One organization, with what it may use. */
export const HolderSwitch = strictObject(
  {
    platformHolderId: described(PlatformHolderId, 'The organization.'),
    smsEnabled: Type.Boolean({ description: 'Whether it may send you text messages.' }),
    emailEnabled: Type.Boolean({ description: 'Whether it may send you mail.' }),
  },
  { title: 'HolderSwitch' },
)

/** What a recipient wants of messages: what they chose, and the opt-outs that stand, however they came about. */
export const RecipientPreferences = strictObject(
  {
    version: Version,
    preferredChannel: ChannelPreference,
    channels: strictObject(
      { sms: ChannelSwitch, email: ChannelSwitch },
      { title: 'ChannelSwitches', description: 'What may be used at all.' },
    ),
    messageKinds: strictObject(
      {
        reminder: Type.Boolean({ description: 'Reminders before an appointment.' }),
        confirm_prompt: Type.Boolean({ description: 'Messages that ask whether you come.' }),
        change: Type.Boolean({ description: 'Switched off, a moved appointment is not told to you.' }),
        cancellation: Type.Boolean({ description: 'Switched off, a cancelled appointment is not told to you.' }),
      },
      { title: 'MessageKindSwitches', description: 'Which messages you want.' },
    ),
    quietHours: nullable(
      strictObject(
        {
          from: described(TimeOfDay, 'From this time of day.'),
          to: described(TimeOfDay, 'Until this time of day; earlier than `from` means over midnight.'),
          timezone: described(TimeZone, 'Where the times are told by.'),
        },
        { title: 'RecipientQuietHours', description: 'When you want no messages, every day; null for none.' },
      ),
    ),
    perHolder: Type.Array(HolderSwitch, {
      maxItems: 100,
      description:
        'The organizations that know you. A switch is off by your choice or by an opt-out at that organization.',
    }),
  },
  { title: 'RecipientPreferences' },
)
export type RecipientPreferences = Static<typeof RecipientPreferences>

type Sources = {
  readonly version: number
  readonly stored: StoredPreferences
  readonly optOuts: readonly OptOutRow[]
  readonly holders: readonly string[]
}

export function toRecipientPreferences({ version, stored, optOuts, holders }: Sources): RecipientPreferences {
  const isKindOn = (kind: SwitchableKind) => !stored.offKinds?.includes(kind)
  return {
    version,
    preferredChannel: stored.preferredChannel ?? 'provider_default',
    channels: { sms: channelSwitch('sms', stored, optOuts), email: channelSwitch('email', stored, optOuts) },
    messageKinds: {
      reminder: isKindOn('reminder'),
      confirm_prompt: isKindOn('confirm_prompt'),
      change: isKindOn('change'),
      cancellation: isKindOn('cancellation'),
    },
    quietHours: stored.quietHours ?? null,
    perHolder: holders.slice(0, 100).map((platformHolderId) => {
      const isOn = (channel: Channel) =>
        !stored.perHolder?.[platformHolderId]?.includes(channel) &&
        !optOuts.some((row) => row.platformHolderId === platformHolderId && row.channel === channel)
      return { platformHolderId, smsEnabled: isOn('sms'), emailEnabled: isOn('email') }
    }),
  }
}

/** An opt-out for all organizations is shown rather than one for a single organization. */
function channelSwitch(channel: Channel, stored: StoredPreferences, optOuts: readonly OptOutRow[]) {
  const own = optOuts.filter((row) => row.channel === channel)
  const everywhere = own.find((row) => row.platformHolderId === null)
  const told = everywhere ?? own[0]
  return {
    enabled: everywhere === undefined && !stored.offChannels?.includes(channel),
    optedOutAt: told ? formatInstant(told.changedAt) : null,
    optedOutVia: told?.source ?? null,
  }
}

export const preferencesExample: RecipientPreferences = {
  version: 1,
  preferredChannel: 'provider_default',
  channels: {
    sms: { enabled: true, optedOutAt: null, optedOutVia: null },
    email: { enabled: true, optedOutAt: null, optedOutVia: null },
  },
  messageKinds: { reminder: true, confirm_prompt: true, change: true, cancellation: true },
  quietHours: null,
  perHolder: [{ platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', smsEnabled: true, emailEnabled: true }],
}
