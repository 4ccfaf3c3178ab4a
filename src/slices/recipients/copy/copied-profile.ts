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
      recipientId: described(Identifier, 'Your permanent id.'),
      displayName: described(text(200), 'Your name.'),
      locale: nullable(described(word, 'Language you chose, or null.')),
      timezone: nullable(described(word, 'Time zone you chose, or null.')),
      phoneNumberE164: nullable(described(text(16), 'Your phone number, or null.')),
      email: nullable(described(text(254), 'Your e-mail address, or null.')),
      linkedAt: described(Instant, 'When you were linked to your data at organizations.'),
      updatedAt: UpdatedAt,
    },
    { title: 'ExportedProfile', description: 'Your profile, unmasked.' },
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
  schema: described(RecipientPreferences, 'Your message preferences.'),
  reads: [selectRecipient, selectOptOuts],
  read: ({ ctx }) => readPreferences(ctx),
})

/** By whom they are no longer written to. */
export const copiedOptOuts = copyPart({
  name: 'optOuts',
  schema: Type.Array(
    strictObject({
      platformHolderId: nullable(described(Identifier, 'The organization; null for all.')),
      channel: described(word, 'The channel.'),
      source: described(word, 'Its source.'),
      optedOutAt: described(Instant, 'When you opted out.'),
    }),
    { description: 'Your opt-outs, with their source.' },
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
