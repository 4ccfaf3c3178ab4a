import type { HolderCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import type { SignedIn } from '#/ports/sign-ins.ts'
import { replanEntry, tellLinked } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { endProposal, linkEntries } from './store.ts'

/**
 * Links a person to entries of this holder. The database checks what matters, under its locks: that the contact of each
 * entry is the one the person proved, and that none is linked to somebody else. Whoever waited for a first link is told.
 *
 * @throws AppError NOT_FOUND, STATE_CONFLICT
 */
export async function carryOutLink(ctx: HolderCtx, profileId: string, entries: readonly string[]): Promise<void> {
  const { tx, platformHolderId } = ctx
  const linked = await linkEntries(tx, await getSignedIn(ctx, profileId), entries, newId())
  if (linked.outcome === 'taken') throw linkedToAnother()
  if (linked.recipientId === null) throw new AppError('NOT_FOUND')
  ctx.touch(linked.recipientId)
  if (linked.isFirst) tellLinked.add(tx, { profileId })
  for (const holderRecipientId of entries) await replanEntry(tx, { platformHolderId, holderRecipientId })
  endProposal(tx, profileId)
}

export function linkedToAnother(): AppError {
  return new AppError('STATE_CONFLICT', {
    message: 'One of these entries is linked to somebody else. Read the list again; the operator can end a link.',
  })
}

/** The sign-in of a person who can still sign in. @throws AppError NOT_FOUND */
export async function getSignedIn({ services }: HolderCtx, profileId: string): Promise<SignedIn> {
  if (!services.signIns) throw new Error('Linking needs the datastore of the sign-in')
  const [person] = await services.signIns.findActive([profileId])
  if (!person) throw new AppError('NOT_FOUND')
  return person
}
