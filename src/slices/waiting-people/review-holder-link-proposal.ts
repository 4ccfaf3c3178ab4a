import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, described, HolderPathId, oneOf, ResourceId, strictObject } from '#/kernel/schema.ts'
import { carryOutLink } from './carry-out-link.ts'
import { endProposal, lockProposal } from './store.ts'
import { proposedLinkExample, waitingPersonExample } from './waiting-person.ts'

export const reviewHolderLinkProposal = operation({
  operationId: 'reviewHolderLinkProposal',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/waiting-people/{profileId}/link-review',
  tag: 'People who wait',
  summary: 'Confirm or reject a proposed link',
  description:
    'Confirming makes the link, and needs another member of staff than the one who proposed it. Anybody may reject a proposal, also the one who made it; the person then waits as before. A proposal ends by itself after 30 days. Only a person in a browser session can do this.',
  role: 'platform_holder_user',
  scope: 'recipient-links:write',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId, profileId: described(ResourceId, 'The person.') }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    proposalId: described(ResourceId, 'The proposal you looked at; 404 when it is no longer the open one.'),
    decision: oneOf(['confirmed', 'rejected'], { description: 'What you decide.' }),
  }),
  success: [200],
  data: strictObject(
    { status: oneOf(['linked', 'rejected'], { description: 'What became of it.' }) },
    { title: 'LinkReview' },
  ),
  errors: ['STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: {
      platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d01',
      profileId: waitingPersonExample.profileId,
    },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e72',
      proposalId: proposedLinkExample.proposalId,
      decision: 'confirmed',
    },
    data: { status: 'linked' },
  },
}).handle(async (ctx, { params: { profileId }, body }) => {
  const proposal = await lockProposal(ctx.tx, profileId)
  if (proposal?.id !== body.proposalId) throw new AppError('NOT_FOUND')
  ctx.touch(profileId, proposal.id, ...proposal.holderRecipientIds)
  if (body.decision === 'rejected') {
    endProposal(ctx.tx, profileId)
    return { status: 'rejected' as const }
  }
  if (proposal.proposedBy === ctx.identity.actorId)
    throw new AppError('STATE_CONFLICT', {
      message: 'You proposed this link yourself. Have a colleague confirm it.',
    })
  await carryOutLink(ctx, profileId, proposal.holderRecipientIds)
  return { status: 'linked' as const }
})
