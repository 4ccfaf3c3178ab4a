import { Type } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { AppError, invalid } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { operation, none, withStatus } from '#/kernel/operation.ts'
import { ClientRequestId, described, nullable, readableText, ResourceId, strictObject } from '#/kernel/schema.ts'
import { renderStaffAnswer, type StaffAnswer } from '#/messages/sms/render-staff-answer.ts'
import { offendingCharacters } from '#/messages/sms/segments.ts'
import { answerReply, getAppointmentForUpdate } from '#/slices/appointments/appointments.ts'
import { answerableUntil, SmsEncoding, toShortId } from '#/slices/reminders/reminders.ts'
import { countAnswers, insertAnswer, readOwnContacts } from './answer-store.ts'
import { checkWords } from './check-words.ts'
import { getReply, lockReply, type ReplyRow } from './reply-store.ts'
import {
  AnswerTemplate,
  HolderReply,
  type replyExample,
  replyParams,
  replyParamsExample,
  toHolderReply,
} from './reply-view.ts'

/** Most answers to one reply. */
const answersMax = 3

export const answerHolderReply = operation({
  operationId: 'answerHolderReply',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/replies/{replyId}/answers',
  tag: 'Replies',
  summary: 'Answer a reply by text message',
  description: `By a template, which goes in the language of the person, or in words of your own, which go as typed: at most two text messages long, without a link, address or telephone number but your own. To the number that wrote, within 7 days and at most ${answersMax} times; never after a STOP, also one that comes before it leaves. It waits for quiet hours to end, except in the 30 minutes after the reply. With \`dryRun: true\` nothing is sent: the response shows the text and what it costs.`,
  role: 'platform_holder_user',
  scope: 'replies:write',
  auth: ['browserSession'],
  params: replyParams,
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    appointmentId: described(ResourceId, 'The one of `people` that it is about.'),
    template: Type.Optional(described(AnswerTemplate, 'Either this or `text`.')),
    text: Type.Optional(
      readableText(300, { description: 'Words of your own.', examples: ['Uw moeder mag mee. Tot morgen!'] }),
    ),
    dryRun: Type.Optional(Type.Boolean({ description: 'Only show what would be sent.' })),
  }),
  success: [201, 200],
  data: strictObject(
    {
      text: Type.String({ description: 'What the person reads.', examples: ['Uw moeder mag mee. Tot morgen!'] }),
      encoding: described(SmsEncoding, 'How it is encoded.'),
      segments: Type.Integer({ minimum: 1, description: 'How many text messages it counts as.', examples: [1] }),
      offendingCharacters: Type.Array(Type.String({ maxLength: 2, examples: ['ł'] }), {
        description: 'Characters because of which a text message holds 70 characters and not 160.',
      }),
      reply: Type.Unsafe<typeof replyExample | null>({
        ...nullable(HolderReply),
        description: 'The reply with its answer; null for a dry run.',
      }),
    },
    { title: 'AnsweredReply' },
  ),
  errors: ['STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: replyParamsExample,
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e91',
      appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
      text: 'Uw moeder mag mee. Tot morgen!',
      dryRun: true,
    },
    data: {
      text: 'Uw moeder mag mee. Tot morgen!',
      encoding: 'gsm7',
      segments: 1,
      offendingCharacters: [],
      reply: null,
    },
  },
}).handle(async (ctx, { params, body }) => {
  const { tx } = ctx
  const answer = answerOf(body)
  const locked = await lockReply(tx, params.replyId)
  const [row, own, given] = await Promise.all([
    getReply(tx, locked.id),
    readOwnContacts(tx),
    countAnswers(tx, locked.id),
  ])
  ctx.touch(row.id, body.appointmentId)
  const person = row.people.find(({ appointmentId }) => appointmentId === body.appointmentId)
  if (!person)
    throw invalid({ path: 'appointmentId', code: 'not_allowed', message: 'Choose one of the people of the reply.' })
  if ('text' in answer) checkWords(answer.text, own)
  const { text, encoding, segments } = renderStaffAnswer({
    answer,
    localePreferences: [person.locale, own.defaultLocale],
    holderDisplayName: own.displayName,
    link: `${ctx.services.baseUrl}/a/${toShortId(person.appointmentId)}`,
    smsAlphabet: own.smsAlphabet,
  })
  const shown = { text, encoding, segments, offendingCharacters: offendingCharacters(text) }
  if (body.dryRun) return withStatus(200, { ...shown, reply: null })
  if (given >= answersMax)
    throw new AppError('STATE_CONFLICT', {
      message: `A reply is answered ${answersMax} times at most. Call the person.`,
    })
  await sendAnswer(ctx, row, person.appointmentId, answer)
  return withStatus(201, { ...shown, reply: toHolderReply(await getReply(tx, row.id), ctx.identity.actorId) })
})

type Given = { readonly template?: AnswerTemplate; readonly text?: string }

function answerOf({ template, text }: Given): StaffAnswer {
  if (template !== undefined && text === undefined) return { template }
  if (text !== undefined && template === undefined) return { text: text.trim() }
  throw invalid({ path: 'text', code: 'required', message: 'Give either a template or a text.' })
}

async function sendAnswer(ctx: HolderCtx, reply: ReplyRow, appointmentId: string, answer: StaffAnswer): Promise<void> {
  const appointment = await getAppointmentForUpdate(ctx.tx, appointmentId)
  ctx.touch(appointment.holderRecipientId)
  if (appointment.status === 'cancelled')
    throw new AppError('STATE_CONFLICT', { message: 'The appointment was cancelled. Call the person.' })
  if (Temporal.Instant.compare(ctx.now, answerableUntil(reply.receivedAt)) >= 0)
    throw new AppError('STATE_CONFLICT', { message: 'A reply can be answered for 7 days. Call the person.' })
  const id = newId()
  await answerReply(ctx, appointment, { id, receivedAt: reply.receivedAt, numberKey: reply.senderKey })
  insertAnswer(ctx.tx, {
    id,
    replyId: reply.id,
    appointmentId,
    template: 'template' in answer ? answer.template : null,
    body: 'text' in answer ? answer.text : null,
    answeredBy: ctx.identity.actorId,
  })
}
