import type { Channel } from '#/slices/reminders/words/words.ts'
import type { ReminderStep } from '#/slices/reminders/words/policy.ts'

/** Where a person can be reached. */
export type Contact = {
  readonly email: string | null
  readonly phoneNumberE164: string | null
  /** True when the number is known not to take text messages. */
  readonly phoneIsLandline?: boolean
  /** Channels that may not be used, and why. */
  readonly closed?: Readonly<Partial<Record<Channel, ClosedBecause>>>
}

export type ClosedBecause = 'recipient_opted_out' | 'channel_disabled'

/** The channel to use; or why there is none, with the one that would have been used if there is an address at all. */
export type ChannelChoice =
  | { readonly channel: Channel; readonly fallback: Channel | null; readonly reason: null }
  | { readonly channel: Channel; readonly fallback: null; readonly reason: ClosedBecause | 'landline' }
  | { readonly channel: null; readonly fallback: null; readonly reason: 'no_contact' }

type Asked = {
  readonly wanted: ReminderStep['channel']
  readonly fallback: ReminderStep['fallback']
  readonly contact: Contact
  readonly preferred: Channel | null
}

/**
 * The channel a row goes by, and the one tried after a definite failure. `preferred` is what the recipient chose, or,
 * when that is not known, SMS for a mobile number and else e-mail. A channel that cannot be used gives way to the
 * fallback.
 */
export function chooseChannel(input: Asked): ChannelChoice {
  const { contact, preferred } = input
  const wanted = input.wanted === 'preferred' ? (preferred ?? (isOpen('sms', contact) ? 'sms' : 'email')) : input.wanted
  const fallback = input.fallback !== 'none' && isOpen(input.fallback, contact) ? input.fallback : null
  if (isOpen(wanted, contact)) return { channel: wanted, fallback: fallback === wanted ? null : fallback, reason: null }
  if (fallback !== null) return { channel: fallback, fallback: null, reason: null }
  return whyNone(input)
}

/** An opt-out counts only where there is an address that it closes; without one there is nothing to close. */
function whyNone(input: Asked): ChannelChoice {
  const { contact } = input
  const meant = channelsMeant(input)
  const reachable = meant.filter((channel) => canReach(channel, contact))
  const channel = reachable.find((one) => contact.closed?.[one] === 'recipient_opted_out') ?? reachable[0]
  const reason = channel && contact.closed?.[channel]
  if (reason) return { channel, fallback: null, reason }
  if (contact.phoneIsLandline === true && contact.phoneNumberE164 !== null && meant.includes('sms'))
    return { channel: 'sms', fallback: null, reason: 'landline' }
  return { channel: null, fallback: null, reason: 'no_contact' }
}

function channelsMeant({ wanted, fallback, preferred }: Asked): Channel[] {
  const first: readonly Channel[] = wanted !== 'preferred' ? [wanted] : preferred ? [preferred] : ['sms', 'email']
  return fallback === 'none' ? [...first] : [...first, fallback]
}

/** Whether there is an address for the channel that may be used. */
export function isOpen(channel: Channel, contact: Contact): boolean {
  return canReach(channel, contact) && contact.closed?.[channel] === undefined
}

function canReach(channel: Channel, contact: Contact): boolean {
  if (channel === 'email') return contact.email !== null
  return contact.phoneNumberE164 !== null && contact.phoneIsLandline !== true
}
