import { Type } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, HolderPathId, Identifier, strictObject } from '#/kernel/schema.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { receiveTestReply } from '#/slices/replies/replies.ts'
import { holderExample, TestMessage, testMessageExample, toTestMessage } from './inbox-message.ts'
import { getInboxMessage, putInInbox } from './store.ts'

export const replyToTestMessage = operation({
  operationId: 'replyToTestMessage',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/test-inbox/{testMessageId}/replies',
  tag: 'Test organizations',
  summary: 'Answer a text message of a test organization',
  description:
    'Handled as if the person had texted it from their telephone: `ja` confirms, STOP stops, a question goes to staff. What is sent in return comes into the inbox too. It is about the last message from that number to that telephone; nothing outside the test organization changes, also not by STOP ALL.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId, testMessageId: Identifier }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    text: Type.String({
      minLength: 1,
      maxLength: 1_600,
      pattern: '\\S',
      description: 'What the person texts.',
      examples: ['ja'],
    }),
  }),
  success: [201],
  data: TestMessage,
  errors: ['STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: { ...holderExample, testMessageId: testMessageExample.id },
    body: { clientRequestId: '5b2c9a44-8d7e-4c1b-9f63-0a7d2e5c4b18', text: 'ja' },
    data: {
      ...testMessageExample,
      isReply: true,
      from: testMessageExample.to,
      to: testMessageExample.from,
      text: 'ja',
    },
  },
}).handle(async (ctx, { params, body }) => {
  const { tx, services, requestId, now } = ctx
  const answered = await getInboxMessage(tx, params.testMessageId)
  if (answered.channel !== 'sms' || answered.isReply)
    throw new AppError('STATE_CONFLICT', { message: 'Only a text message can be answered.' })
  const [sender, destination] = [answered.destination, answered.sender]
  const id = newId()
  const { appointmentId } = answered
  const reply = { id, reference: id, channel: 'sms', isReply: true, sender, destination } as const
  const content = { subject: null, body: body.text, locale: null, appointmentId }
  await putInInbox(tx, { ...reply, ...content, contactKey: contactKey(services.keys, 'sms', sender) })
  const sms = { providerMessageId: id, from: sender, to: destination, text: body.text }
  const about = await receiveTestReply(tx, { services, sms, requestId })
  const { holderRecipientId } = answered
  ctx.touch(id, ...about, ...(holderRecipientId === null ? [] : [holderRecipientId]))
  return toTestMessage({ ...reply, ...content, createdAt: now, holderRecipientId })
})
