import { invalid, type Fault } from '#/kernel/errors.ts'
import { givenTimeZone } from '#/kernel/time/time-zone.ts'
import {
  switchableKinds,
  type Channel,
  type StoredPreferences,
  type SwitchableKind,
} from '#/slices/reminders/reminders.ts'
import { channels, type ChannelPreference } from './preferences.ts'

/** What a request says: objects are merged by key, null goes back to the default, organizations are replaced one by one. */
export type PreferenceChanges = {
  readonly preferredChannel?: ChannelPreference | null
  readonly channels?: Readonly<Partial<Record<Channel, { readonly enabled?: boolean | null } | null>>> | null
  readonly messageKinds?: Readonly<Partial<Record<SwitchableKind, boolean | null>>> | null
  readonly quietHours?: Readonly<Partial<Record<'from' | 'to' | 'timezone', string | null>>> | null
  readonly perHolder?:
    | readonly { readonly platformHolderId: string; readonly smsEnabled: boolean; readonly emailEnabled: boolean }[]
    | null
}

/** A channel that was switched on or off by this request, for all holders or for one. */
export type Switch = { readonly platformHolderId: string | null; readonly channel: Channel; readonly isOn: boolean }

type Merged = { readonly stored: StoredPreferences; readonly switches: readonly Switch[] }

/**
 * @param holders those the recipient is linked to
 * @param timezone the recipient's own, for quiet hours that name none
 * @throws AppError VALIDATION_FAILED or TIMEZONE_UNKNOWN
 */
export function mergePreferences(
  before: StoredPreferences,
  changes: PreferenceChanges,
  { holders, timezone }: { holders: readonly string[]; timezone: string | null },
): Merged {
  checkHolders(changes, holders)
  const switches = [...channelSwitches(changes), ...holderSwitches(changes, holders)]
  const preferred = changes.preferredChannel === undefined ? before.preferredChannel : changes.preferredChannel
  const quietHours = mergeQuietHours(before.quietHours, changes.quietHours, timezone)
  const stored: StoredPreferences = {
    ...(preferred === 'sms' || preferred === 'email' ? { preferredChannel: preferred } : {}),
    offChannels: channels.filter((channel) => isOff(switches, null, channel, before.offChannels)),
    offKinds: switchableKinds.filter((kind) => {
      const wish = changes.messageKinds === null ? null : changes.messageKinds?.[kind]
      return wish === undefined ? (before.offKinds?.includes(kind) ?? false) : wish === false
    }),
    ...(quietHours ? { quietHours } : {}),
    perHolder: Object.fromEntries(
      holders
        .map((id) => [id, channels.filter((one) => isOff(switches, id, one, before.perHolder?.[id]))] as const)
        .filter(([, off]) => off.length > 0),
    ),
  }
  return { stored, switches }
}

function isOff(
  switches: readonly Switch[],
  platformHolderId: string | null,
  channel: Channel,
  before: readonly Channel[] = [],
): boolean {
  const wish = switches.find((one) => one.platformHolderId === platformHolderId && one.channel === channel)
  return wish === undefined ? before.includes(channel) : !wish.isOn
}

function channelSwitches({ channels: preferences }: PreferenceChanges): Switch[] {
  if (preferences === undefined) return []
  return channels.flatMap((channel) => {
    const wish = preferences === null ? null : preferences[channel]
    const enabled = wish === null ? null : wish?.enabled
    return enabled === undefined ? [] : [{ platformHolderId: null, channel, isOn: enabled ?? true }]
  })
}

function holderSwitches({ perHolder }: PreferenceChanges, holders: readonly string[]): Switch[] {
  const preferences =
    perHolder === null
      ? holders.map((platformHolderId) => ({ platformHolderId, smsEnabled: true, emailEnabled: true }))
      : (perHolder ?? [])
  return preferences.flatMap(({ platformHolderId, smsEnabled, emailEnabled }) => [
    { platformHolderId, channel: 'sms' as const, isOn: smsEnabled },
    { platformHolderId, channel: 'email' as const, isOn: emailEnabled },
  ])
}

/** An organization that does not know the recipient is refused like one that does not exist. */
function checkHolders({ perHolder }: PreferenceChanges, holders: readonly string[]): void {
  const seen = new Set<string>()
  const faults: Fault[] = []
  for (const [index, { platformHolderId }] of (perHolder ?? []).entries()) {
    const path = `perHolder.${index}.platformHolderId`
    if (!holders.includes(platformHolderId))
      faults.push({ path, code: 'not_allowed', message: 'Not an organization that knows you.' })
    else if (seen.has(platformHolderId))
      faults.push({ path, code: 'conflict', message: 'List each organization only once.' })
    seen.add(platformHolderId)
  }
  if (faults.length > 0) throw invalid(...faults)
}

function mergeQuietHours(
  before: StoredPreferences['quietHours'],
  changes: PreferenceChanges['quietHours'],
  ownTimezone: string | null,
): StoredPreferences['quietHours'] {
  if (changes === undefined) return before
  if (changes === null) return undefined
  const merged = { timezone: ownTimezone, ...before, ...changes }
  const { from, to, timezone } = merged
  if (!from || !to || !timezone) {
    const missing = Object.entries({ from, to, timezone }).filter(([, value]) => !value)
    throw invalid(
      ...missing.map(([name]): Fault => ({
        path: `quietHours.${name}`,
        code: 'required',
        message: 'Required for quiet hours.',
      })),
    )
  }
  const zone = givenTimeZone(timezone, 'quietHours.timezone')
  if (from === to)
    throw invalid({
      path: 'quietHours.to',
      code: 'conflict',
      message: 'Quiet hours must not end at the time they begin.',
    })
  return { from, to, timezone: zone }
}
