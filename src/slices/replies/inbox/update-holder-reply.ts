import { Type } from 'typebox'
import { invalid, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, ExpectedVersion, oneOf, strictObject } from '#/kernel/schema.ts'
import { applyOptOut, endStaffOptOut } from '#/slices/reminders/reminders.ts'
import { changeReply, getReply, lockReply, noteWrongNumber, subjectsOf } from './reply-store.ts'
import { HolderReply, replyExample, replyParams, replyParamsExample, ReplyState, toHolderReply } from './reply-view.ts'

export const updateHolderReply = operation({
  operationId: 'updateHolderReply',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/replies/{replyId}',
  tag: 'Replies',
  summary: 'Take a reply, mark it handled, or note a wrong number',
  description:
    'One of the three at a time; it changes no appointment and tells nobody. `wrongNumber: true` stops text messages of yours to the number, as staff; `false` takes that back, while a STOP that came from the number stands. Of two who take it at once the second gets 409.',
  role: 'platform_holder_user',
  scope: 'replies:write',
  auth: ['browserSession'],
  params: replyParams,
  query: none,
  body: strictObject({
    expectedVersion: ExpectedVersion,
    assignment: Type.Optional(oneOf(['mine', 'nobody'], { description: 'You take it, or leave it to whoever does.' })),
    state: Type.Optional(described(ReplyState, 'Whether it is seen to.')),
    wrongNumber: Type.Optional(Type.Boolean({ description: 'Whether the number is not the person’s.' })),
  }),
  success: [200],
  data: HolderReply,
  errors: ['VERSION_CONFLICT'],
  example: {
    params: replyParamsExample,
    body: { expectedVersion: 1, assignment: 'mine' },
    data: { ...replyExample, version: 2, assignedTo: { displayName: 'anna@praktijk.example', isYou: true } },
  },
}).handle(async (ctx, { params, body }) => {
  const { expectedVersion, assignment, state, wrongNumber } = body
  if ([assignment, state, wrongNumber].filter((given) => given !== undefined).length !== 1)
    throw invalid({ path: '', code: 'required', message: 'Give one of assignment, state and wrongNumber.' })
  const { tx } = ctx
  const you = ctx.identity.actorId
  const reply = await lockReply(tx, params.replyId)
  if (reply.version !== expectedVersion) throw versionConflict(reply.version)
  if (wrongNumber === undefined)
    changeReply(tx, {
      id: reply.id,
      state: state ?? reply.state,
      assignedTo: assignment === undefined ? reply.assignedTo : assignment === 'mine' ? you : null,
    })
  else {
    noteWrongNumber(tx, reply, wrongNumber)
    const { platformHolderId } = tx
    const { senderKey: contactKey } = reply
    const replanned = wrongNumber
      ? applyOptOut(tx, { platformHolderId, channel: 'sms', contactKey, source: 'staff' })
      : endStaffOptOut(tx, platformHolderId, contactKey)
    ctx.touch(...(await replanned))
  }
  const row = await getReply(tx, reply.id)
  ctx.touch(...subjectsOf(row))
  return toHolderReply(row, you)
})
