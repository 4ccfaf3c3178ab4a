import { Type } from 'typebox'
import type { RecipientCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, strictObject } from '#/kernel/schema.ts'
import { recipientAuth } from '#/slices/recipients/recipients.ts'
import { DeletionRequest, deletionRequestExample, toDeletionRequest } from './deletion-request.ts'
import { findOpenRequest, insertDeletionRequest } from './store.ts'

export const createRecipientDeletionRequest = operation({
  operationId: 'createRecipientDeletionRequest',
  method: 'POST',
  path: '/recipient/deletion-requests',
  tag: 'Deletion requests',
  summary: 'Ask for the deletion of your data',
  description:
    'Records the request; authorized staff complete it within a month, outside this API. Until then reminders go on unless you switch them off in your preferences. After completion your sessions and keys no longer work.',
  role: 'recipient',
  scope: 'self-deletion:request',
  auth: recipientAuth,
  params: none,
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    confirmDeletion: Type.Literal(true, {
      description: 'That you mean it. Missing or false is EXPLICIT_CONSENT_REQUIRED.',
    }),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Why, if you want to say.',
        examples: ['Ik ben verhuisd.'],
      }),
    ),
  }),
  success: [202],
  data: DeletionRequest,
  errors: ['EXPLICIT_CONSENT_REQUIRED', 'REQUEST_ALREADY_OPEN', 'REQUEST_ID_REUSED'],
  bodyLimitBytes: 65_536,
  example: {
    body: { clientRequestId: deletionRequestExample.clientRequestId, confirmDeletion: true },
    data: deletionRequestExample,
  },
}).handle(async (ctx, { body }) => {
  const row = await insertDeletionRequest(ctx.tx, {
    id: newId(),
    recipientId: ctx.recipientId,
    clientRequestId: body.clientRequestId,
    reason: body.reason ?? null,
    now: ctx.now,
    // Not 30 days: the law counts a calendar month (GDPR, article 12(3)).
    dueAt: ctx.now.toZonedDateTimeISO('UTC').add({ months: 1 }).toInstant(),
  })
  if (!row) throw await alreadyOpen(ctx)
  ctx.touch(row.id)
  return toDeletionRequest(row)
})

async function alreadyOpen({ tx, recipientId }: RecipientCtx): Promise<AppError> {
  const open = await findOpenRequest(tx, recipientId)
  return new AppError('REQUEST_ALREADY_OPEN', {
    details: open ? [{ path: 'clientRequestId', code: 'conflict', message: `The open request is ${open.id}.` }] : [],
  })
}
