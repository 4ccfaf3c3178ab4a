import type { Channel, ReminderKind } from '#/slices/reminders/words/words.ts'
import type { RecipientQuietHours } from '#/slices/reminders/words/policy.ts'

/** Kinds of messages a recipient can switch off. */
export const switchableKinds = ['reminder', 'confirm_prompt', 'change', 'cancellation'] as const
export type SwitchableKind = (typeof switchableKinds)[number]

/** What a linked recipient wants of reminders. It narrows what a holder's policy wants and never widens it (G10). */
export type Wishes = {
  readonly preferredChannel: Channel | null
  /** Channels they switched off, everywhere or for this holder. */
  readonly offChannels: readonly Channel[]
  readonly offKinds: readonly ReminderKind[]
  readonly quietHours: RecipientQuietHours | null
  /** IANA zone in which the holder's quiet hours hold for them; null when not known. */
  readonly timezone: string | null
  readonly locale: string | null
}

/** Preferences as they are stored with a recipient: only what differs from the defaults. */
export type StoredPreferences = {
  readonly preferredChannel?: Channel
  readonly offChannels?: readonly Channel[]
  readonly offKinds?: readonly SwitchableKind[]
  readonly quietHours?: RecipientQuietHours
  /** Channels switched off for one holder, by its id. */
  readonly perHolder?: Readonly<Record<string, readonly Channel[]>>
}

/** The columns of `joinWishes`; all null for somebody who is not linked. */
export type WishRow = {
  readonly wishLocale: string | null
  readonly wishTimezone: string | null
  readonly wishPreferences: Omit<StoredPreferences, 'perHolder'> | null
  readonly wishOffHere: readonly Channel[] | null
}

export const wishColumns = `w.locale as wish_locale, w.timezone as wish_timezone, w.preferences as wish_preferences, w.off_here as wish_off_here`

/**
 * Joins what a recipient wants of a holder; one look-up by key, and none when nobody is linked. A holder can know one
 * person by several entries.
 */
export const joinWishes = (recipientId: string, platformHolderId: string) => `left join lateral (
  select * from person_at_holder where recipient_id = ${recipientId} and platform_holder_id = ${platformHolderId} limit 1) w on true`

const noWishes: Wishes = {
  preferredChannel: null,
  offChannels: [],
  offKinds: [],
  quietHours: null,
  timezone: null,
  locale: null,
}

export function toWishes(row: WishRow): Wishes {
  const { wishPreferences: preferences } = row
  if (preferences === null) return noWishes
  return {
    preferredChannel: preferences.preferredChannel ?? null,
    offChannels: [...(preferences.offChannels ?? []), ...(row.wishOffHere ?? [])],
    offKinds: preferences.offKinds ?? [],
    quietHours: preferences.quietHours ?? null,
    timezone: row.wishTimezone,
    locale: row.wishLocale,
  }
}
