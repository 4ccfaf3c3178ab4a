import type { Channel, ReminderKind } from '#/slices/reminders/words/words.ts'
import type { RecipientQuietHours } from '#/slices/reminders/words/policy.ts'

/** Kinds of messages a recipient can switch off. */
export const switchableKinds = ['reminder', 'confirm_prompt', 'change', 'cancellation'] as const
export type SwitchableKind = (typeof switchableKinds)[number]

/** What a linked recipient wants of reminders. It narrows what a holder's policy wants and never widens it (G10). */
export type Preferences = {
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

/** The columns of `joinPreferences`; all null for somebody who is not linked. */
export type PreferenceRow = {
  readonly preferredLocale: string | null
  readonly preferredTimezone: string | null
  readonly preferences: Omit<StoredPreferences, 'perHolder'> | null
  readonly offHere: readonly Channel[] | null
}

export const preferenceColumns = `w.locale as preferred_locale, w.timezone as preferred_timezone, w.preferences, w.off_here`

/**
 * Joins what a recipient wants of a holder; one look-up by key, and none when nobody is linked. A holder can know one
 * person by several entries.
 */
export const joinPreferences = (recipientId: string, platformHolderId: string) => `left join lateral (
  select * from person_at_holder where recipient_id = ${recipientId} and platform_holder_id = ${platformHolderId} limit 1) w on true`

const noPreferences: Preferences = {
  preferredChannel: null,
  offChannels: [],
  offKinds: [],
  quietHours: null,
  timezone: null,
  locale: null,
}

export function toPreferences(row: PreferenceRow): Preferences {
  const { preferences } = row
  if (preferences === null) return noPreferences
  return {
    preferredChannel: preferences.preferredChannel ?? null,
    offChannels: [...(preferences.offChannels ?? []), ...(row.offHere ?? [])],
    offKinds: preferences.offKinds ?? [],
    quietHours: preferences.quietHours ?? null,
    timezone: row.preferredTimezone,
    locale: row.preferredLocale,
  }
}
