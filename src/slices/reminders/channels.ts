import type { Channel, ReminderStep } from './policy.ts'

/** Where a person can be reached. */
export type Contact = {
  readonly email: string | null
  readonly phoneNumberE164: string | null
  /** True when the number is known not to take text messages. */
  readonly phoneIsLandline?: boolean
}

export type ChannelChoice =
  | { readonly channel: Channel; readonly fallback: Channel | null }
  | { readonly reason: 'no_contact' | 'landline' }

/**
 * The channel a row goes by, and the one tried after a definite failure. `preferred` is what the recipient chose, or,
 * when that is not known, SMS for a mobile number and else e-mail. A channel without contact gives way to the fallback.
 * Without either, the reason is `landline` when a text message would have gone to a landline, else `no_contact`.
 */
export function chooseChannel(input: {
  readonly wanted: ReminderStep['channel']
  readonly fallback: ReminderStep['fallback']
  readonly contact: Contact
  readonly preferred: Channel | null
}): ChannelChoice {
  const { contact } = input
  const wanted =
    input.wanted === 'preferred' ? (input.preferred ?? (canReach('sms', contact) ? 'sms' : 'email')) : input.wanted
  const fallback = input.fallback !== 'none' && canReach(input.fallback, contact) ? input.fallback : null
  if (canReach(wanted, contact)) return { channel: wanted, fallback: fallback === wanted ? null : fallback }
  if (fallback !== null) return { channel: fallback, fallback: null }
  return { reason: smsWasMeant(input) && contact.phoneIsLandline === true ? 'landline' : 'no_contact' }
}

function canReach(channel: Channel, contact: Contact): boolean {
  if (channel === 'email') return contact.email !== null
  return contact.phoneNumberE164 !== null && contact.phoneIsLandline !== true
}

function smsWasMeant(input: Pick<Parameters<typeof chooseChannel>[0], 'wanted' | 'fallback' | 'preferred'>): boolean {
  if (input.fallback === 'sms' || input.wanted === 'sms') return true
  return input.wanted === 'preferred' && input.preferred !== 'email'
}
