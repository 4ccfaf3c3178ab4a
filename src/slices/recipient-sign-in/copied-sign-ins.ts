import { Type } from 'typebox'
import { copyPart } from '#/kernel/privacy.ts'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Instant,
  nullable,
  PlatformHolderId,
  strictObject,
} from '#/kernel/schema.ts'
import type { HeldSignIn, SignIns } from '#/ports/sign-ins.ts'
import { selectHeldProfiles, selectHeldSessions } from '#/slices/recipient-sign-in/sessions/session-store.ts'
import { selectCopiedHolders, selectOwnProfiles } from './privacy-store.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** What the recipients' sign-in holds; only where the API is served. */
    readonly signIns?: SignIns
  }
}

const text = (maxLength: number) => Type.String({ maxLength })

/** The holders a recipient is linked to, in the copy of their data. */
export const copiedHolders = copyPart({
  name: 'organizations',
  schema: Type.Array(
    strictObject({
      platformHolderId: described(PlatformHolderId, 'The organization.'),
      displayName: described(text(200), 'Its display name.'),
      linkedAt: described(Instant, 'When you were linked to your data there.'),
    }),
    { description: 'The organizations that know you.' },
  ),
  reads: [selectCopiedHolders],
  read: async ({ ctx }) =>
    (await ctx.tx.rows(selectCopiedHolders, [ctx.recipientId])).map((row) => ({
      platformHolderId: row.platformHolderId,
      displayName: row.displayName,
      linkedAt: formatInstant(row.linkedAt),
    })),
})

/** How a recipient signs in, in the copy of their data; it may come from another database. */
export const copiedSignIns = copyPart({
  name: 'signIns',
  schema: Type.Array(
    strictObject({
      phoneNumberE164: described(text(16), 'The number.'),
      locale: nullable(described(text(80), 'Language requested, or null.')),
      createdAt: CreatedAt,
      lastSignedInAt: nullable(described(Instant, 'When you last signed in with it, or null.')),
      sessions: Type.Array(
        strictObject({
          kind: Type.String({ maxLength: 80, description: '`token`: of the app; `browser`: of a browser.' }),
          createdAt: described(Instant, 'When it began.'),
          lastSeenAt: described(Instant, 'When it was last used.'),
          expiresAt: described(Instant, 'When it ends.'),
          endedAt: nullable(described(Instant, 'When you signed out, or null.')),
        }),
        { description: 'Newest first, at most 1,000; they are erased a day after their end.' },
      ),
    }),
    { description: 'Numbers you signed in with.' },
  ),
  reads: [selectOwnProfiles, selectHeldProfiles, selectHeldSessions],
  async read({ ctx: { tx, services } }) {
    if (!services.signIns) throw new Error('A copy of the data needs the datastore of the sign-in')
    const profiles = await tx.rows(selectOwnProfiles)
    return (await services.signIns.list(profiles.map(({ profileId }) => profileId))).map(toCopied)
  },
})

function toCopied(row: HeldSignIn) {
  return {
    phoneNumberE164: row.phoneNumberE164,
    locale: row.locale,
    createdAt: formatInstant(row.createdAt),
    lastSignedInAt: formatInstantOrNull(row.lastSignedInAt),
    sessions: row.sessions.map((session) => ({
      kind: session.kind,
      createdAt: formatInstant(session.createdAt),
      lastSeenAt: formatInstant(session.lastSeenAt),
      expiresAt: formatInstant(session.expiresAt),
      endedAt: formatInstantOrNull(session.endedAt),
    })),
  }
}
