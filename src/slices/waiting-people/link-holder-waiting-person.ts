import { Type } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import { isId, newId } from '#/kernel/ids.ts'
import { none, operation, withStatus } from '#/kernel/operation.ts'
import { ClientRequestId, described, HolderPathId, nullable, oneOf, ResourceId, strictObject } from '#/kernel/schema.ts'
import { carryOutLink, getSignedIn, linkedToAnother } from './carry-out-link.ts'
import { readLinksNeedTwo } from '#/slices/holders/holders.ts'
import { insertProposal, listOwnEntries, listProposals } from './store.ts'
import { ProposedLink, proposedLinkExample, toProposedLink, waitingPersonExample } from './waiting-person.ts'

export const linkHolderWaitingPerson = operation({
  operationId: 'linkHolderWaitingPerson',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/waiting-people/{profileId}/link',
  tag: 'People who wait',
  summary: 'Link a person to entries of yours',
  description:
    'From then on the person sees the appointments of these entries in the app, now and later. Only entries can be linked whose number or address is the one the person proved; what is linked to somebody else is 409 and never moved. Be sure who it is first: the number alone does not tell, because families share one. Whoever waited for a first link is told by text message. Where your organization asks for two members of staff (updateHolderLinkRules) the answer is 202, and nothing is linked until a colleague confirms it (reviewHolderLinkProposal). While a proposal of this person waits it is 409 REQUEST_ALREADY_OPEN, also where one member of staff is enough by now. Only the operator can end a link. Only a person in a browser session can do this: a key reads who waits, and links nobody.',
  role: 'platform_holder_user',
  scope: 'recipient-links:write',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId, profileId: described(ResourceId, 'The person.') }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    holderRecipientIds: Type.Array(described(ResourceId, 'An entry of yours.'), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'The entries that are this person. Entries of other people with the same number stay as they are.',
    }),
  }),
  success: [200, 202],
  data: strictObject(
    {
      status: oneOf(['linked', 'pending_review'], { description: '`pending_review`: a colleague has to confirm it.' }),
      proposal: nullable(ProposedLink),
    },
    { title: 'LinkOutcome' },
  ),
  errors: ['STATE_CONFLICT', 'REQUEST_ALREADY_OPEN', 'REQUEST_ID_REUSED'],
  example: {
    params: {
      platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d01',
      profileId: waitingPersonExample.profileId,
    },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e71',
      holderRecipientIds: [...proposedLinkExample.holderRecipientIds],
    },
    data: { status: 'linked', proposal: null },
  },
}).handle(async (ctx, { params: { profileId }, body }) => {
  const { tx, identity, now } = ctx
  const entries = body.holderRecipientIds
  if (![...entries].every(isId)) throw new AppError('NOT_FOUND')
  ctx.touch(profileId, ...entries)
  const [needsTwo, [waiting]] = await Promise.all([readLinksNeedTwo(tx), listProposals(tx, [profileId])])
  // Whatever is asked for by now: else switching it off would let whoever proposed carry it out alone.
  if (waiting) throw alreadyProposed()
  if (!needsTwo) {
    await carryOutLink(ctx, profileId, entries)
    return { status: 'linked' as const, proposal: null }
  }
  await getSignedIn(ctx, profileId)
  const own = await listOwnEntries(tx, profileId, entries)
  if (own.length < entries.length) throw new AppError('NOT_FOUND')
  if (own.some((entry) => entry.isTaken)) throw linkedToAnother()
  if (own.every((entry) => entry.isLinked)) return { status: 'linked' as const, proposal: null }
  const proposal = await insertProposal(tx, { id: newId(), profileId, entries, proposedBy: identity.actorId, now })
  if (!proposal) throw alreadyProposed()
  return withStatus(202, { status: 'pending_review' as const, proposal: toProposedLink(proposal, identity.actorId) })
})

function alreadyProposed(): AppError {
  return new AppError('REQUEST_ALREADY_OPEN', {
    message: 'A link of this person was proposed already. Read the list again, and confirm or reject it.',
  })
}
