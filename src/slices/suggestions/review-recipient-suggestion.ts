import { Type } from 'typebox'
import { bindHolder } from '#/kernel/postgres/db.ts'
import { AppError, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, described, ExpectedVersion, ResourceId, strictObject } from '#/kernel/schema.ts'
import { recipientAuth } from '#/slices/recipients/recipients.ts'
import { getOwnSuggestion, getOwnSuggestionForUpdate, reviewSuggestion } from './store.ts'
import { SuggestionDecision } from './suggestion.ts'
import { RecipientSuggestion, suggestionExample, toSuggestion } from './suggestion-view.ts'
import { suggestionReviewed } from './suggestion-events.ts'
import { tellOfApproval } from './tell-of-approval.ts'

export const reviewRecipientSuggestion = operation({
  operationId: 'reviewRecipientSuggestion',
  method: 'POST',
  path: '/recipient/suggestions/{suggestionId}/review',
  tag: 'Suggestions',
  summary: 'Accept or dismiss a suggestion',
  description:
    'Send `confirmedByHuman` only after a person has reviewed it. The organization is told of an approval, which neither creates nor moves an appointment.',
  role: 'recipient',
  scope: 'self-suggestions:review',
  auth: recipientAuth,
  params: strictObject({ suggestionId: described(ResourceId, 'The suggestion.') }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    expectedVersion: ExpectedVersion,
    decision: SuggestionDecision,
    confirmedByHuman: Type.Literal(true, {
      description: 'That a person has reviewed it. Missing or false gives HUMAN_CONFIRMATION_REQUIRED.',
    }),
  }),
  success: [200],
  data: RecipientSuggestion,
  errors: ['HUMAN_CONFIRMATION_REQUIRED', 'VERSION_CONFLICT', 'STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  bodyLimitBytes: 65_536,
  example: {
    params: { suggestionId: suggestionExample.id },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e23',
      expectedVersion: 1,
      decision: 'approved',
      confirmedByHuman: true,
    },
    data: {
      ...suggestionExample,
      version: 2,
      status: 'approved',
      review: { decision: 'approved', reviewedAt: '2026-11-27T11:00:00.000Z', confirmedByHuman: true },
    },
  },
}).handle(async (ctx, { params, body }) => {
  const { recipientId } = ctx
  const { platformHolderId: holderId, id } = await getOwnSuggestion(ctx.tx, recipientId, params.suggestionId)
  const tx = bindHolder(ctx.tx, holderId)
  const suggestion = await getOwnSuggestionForUpdate(tx, recipientId, id)
  ctx.touch(id)
  if (suggestion.version !== body.expectedVersion) throw versionConflict(suggestion.version)
  if (suggestion.status !== 'pending_review')
    throw new AppError('STATE_CONFLICT', { message: 'Only a suggestion that awaits review can be reviewed.' })
  reviewSuggestion(ctx.tx, suggestion, body.decision, ctx.now)
  const { appointmentId, requestId, kind } = suggestion
  const data = { appointmentId, requestId, kind, status: body.decision, decision: body.decision }
  suggestionReviewed.emit(tx, [
    { platformHolderId: holderId, subjectId: id, subjectVersion: suggestion.version + 1, data },
  ])
  if (body.decision === 'approved') tellOfApproval.add(ctx.tx, { suggestionId: id, platformHolderId: holderId })
  return toSuggestion(await getOwnSuggestion(ctx.tx, recipientId, id))
})
