import { Type } from 'typebox'
import { copyPart, word } from '#/kernel/privacy.ts'
import { described, formatInstant, Identifier, Instant, nullable, strictObject, UpdatedAt } from '#/kernel/schema.ts'
import { listOptOuts, selectOptOuts } from '#/slices/recipients/preferences/opt-out-store.ts'
import { RecipientPreferences } from '#/slices/recipients/preferences/preferences.ts'
import { readPreferences } from '#/slices/recipients/preferences/read-preferences.ts'
import { getRecipient, selectRecipient } from '#/slices/recipients/store.ts'

const text = (maxLength: number) => Type.String({ maxLength })

/** Who somebody is here. */
export const copiedProfile = copyPart({
  name: 'profile',
  schema: strictObject(
    {
      recipientId: described(Identifier, 'Names you, for life.'),
      displayName: described(text(200), 'What you are called.'),
      locale: nullable(described(word, 'Language you chose; null when none.')),
      timezone: nullable(described(word, 'Time zone you chose; null when none.')),
      phoneNumberE164: nullable(described(text(16), 'Your number; null when you have none.')),
      email: nullable(described(text(254), 'Your address; null when you have none.')),
      linkedAt: described(Instant, 'When you were linked to what organizations know.'),
      updatedAt: UpdatedAt,
    },
    { title: 'ExportedProfile', description: 'Who you are here, unmasked.' },
  ),
  reads: [selectRecipient],
  async read({ ctx }) {
    const row = await getRecipient(ctx.tx, ctx.recipientId)
    return {
      recipientId: row.id,
      displayName: row.displayName,
      locale: row.locale,
      timezone: row.timezone,
      phoneNumberE164: row.phoneNumberE164,
      email: row.email,
      linkedAt: formatInstant(row.linkedAt),
      updatedAt: formatInstant(row.updatedAt),
    }
  },
})

/** What they want of messages. */
export const copiedPreferences = copyPart({
  name: 'preferences',
  schema: described(RecipientPreferences, 'What you want of messages.'),
  reads: [selectRecipient, selectOptOuts],
  read: ({ ctx }) => readPreferences(ctx),
})

/** By whom they are no longer written to. */
export const copiedOptOuts = copyPart({
  name: 'optOuts',
  schema: Type.Array(
    strictObject({
      platformHolderId: nullable(described(Identifier, 'The organization; null for all of them.')),
      channel: described(word, 'By which channel.'),
      source: described(word, 'How it came about.'),
      optedOutAt: described(Instant, 'Since when.'),
    }),
    { description: 'Who may no longer write to you, and how that came about.' },
  ),
  reads: [selectOptOuts],
  read: async ({ ctx, ownKeys }) =>
    (await listOptOuts(ctx.tx, ownKeys)).map((row) => ({
      platformHolderId: row.platformHolderId,
      channel: row.channel,
      source: row.source,
      optedOutAt: formatInstant(row.changedAt),
    })),
})
