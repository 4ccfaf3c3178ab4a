import { Type } from 'typebox'
import { copyPart, word } from '#/kernel/privacy.ts'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  strictObject,
} from '#/kernel/schema.ts'
import { selectCopiedKeys } from './privacy-store.ts'

/** A recipient's API keys, in the copy of their data. */
export const copiedKeys = copyPart({
  name: 'apiKeys',
  schema: Type.Array(
    strictObject({
      id: described(Identifier, 'Id of the key.'),
      name: described(Type.String({ maxLength: 100 }), 'The name you gave it.'),
      kind: described(word, 'What kind of key it is.'),
      prefix: described(Type.String({ maxLength: 32 }), 'First characters of its secret.'),
      scopes: Type.Array(word, { description: 'What it may do.' }),
      createdAt: CreatedAt,
      expiresAt: described(Instant, 'When it stops working.'),
      revokedAt: nullable(described(Instant, 'When it was revoked, or null.')),
    }),
    { description: 'Your API keys, without their secrets.' },
  ),
  reads: [selectCopiedKeys],
  read: async ({ ctx }) =>
    (await ctx.tx.rows(selectCopiedKeys, [ctx.recipientId])).map((row) => ({
      id: row.id,
      name: row.name,
      kind: row.kind,
      prefix: row.prefix,
      scopes: [...row.scopes],
      createdAt: formatInstant(row.createdAt),
      expiresAt: formatInstant(row.expiresAt),
      revokedAt: formatInstantOrNull(row.revokedAt),
    })),
})
