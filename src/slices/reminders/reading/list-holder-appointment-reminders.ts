import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import {
  CreatedAt,
  described,
  formatInstant,
  HolderPathId,
  Identifier,
  Instant,
  nullable,
  oneOf,
  ResourceId,
  ScheduleRevision,
  strictObject,
  UpdatedAt,
} from '#/kernel/schema.ts'
import { catalogueOf } from '#/messages/catalogues/catalogues.ts'
import { chooseLocale, Locale } from '#/messages/catalogues/locales.ts'
import { maskAddress } from '#/slices/reminders/opt-outs/contact-key.ts'
import { listReminderRows, type ReminderRow, type WhomRow } from './read-store.ts'
import { Channel, ReasonCode, ReminderKind, ReminderState, SmsEncoding } from '#/slices/reminders/words/words.ts'

const Receipt = strictObject(
  {
    state: oneOf(['sent', 'delivered', 'undelivered', 'failed'], { description: 'What the provider reports.' }),
    at: described(Instant, 'When the provider says it happened.'),
    code: nullable(
      Type.String({
        maxLength: 40,
        description: "The provider's own code, or null.",
        examples: ['30005'],
      }),
    ),
  },
  { title: 'ReminderReceipt' },
)
const Attempt = strictObject(
  {
    attemptNo: Type.Integer({ minimum: 1, description: 'Number of the attempt.', examples: [1] }),
    channel: Channel,
    state: oneOf(['handed_over', 'sent', 'delivered', 'undelivered', 'failed', 'unknown'], {
      description: 'Outcome of this attempt.',
    }),
    handedOverAt: described(Instant, 'When it was handed to the provider.'),
    provider: Type.String({ maxLength: 40, description: 'The provider.', examples: ['twilio'] }),
    providerCode: nullable(
      Type.String({
        maxLength: 40,
        description: "The provider's error code, or null.",
        examples: ['21211'],
      }),
    ),
    receipts: Type.Array(Receipt, { description: 'What the provider reported later, in order of arrival.' }),
  },
  { title: 'ReminderAttempt' },
)

/**
 * One row of the plan, with every try and what the provider said about it. Never the message itself. Channel, locale,
 * template and destination say what was used last or, before that, what would be; they are null only without contact.
 */
const Reminder = strictObject(
  {
    id: described(Identifier, 'Id of the planned message.'),
    kind: ReminderKind,
    offset: nullable(
      Type.String({
        maxLength: 40,
        examples: ['P1D'],
        description: 'ISO 8601 duration before the start; null if not a step of the plan.',
      }),
    ),
    isAnswerToReply: Type.Boolean({
      description: 'Whether staff answer a text message of the person by it; its kind is then `answer`.',
    }),
    channel: described(nullable(Channel), 'Its channel; null while not decided.'),
    dueAt: described(Instant, 'When it is due, after applying quiet hours.'),
    state: ReminderState,
    reasonCode: described(nullable(ReasonCode), 'Why it was not sent, is waiting or did not arrive, or null.'),
    locale: described(nullable(Locale), 'Language, used or planned; null without a channel.'),
    templateVersion: nullable(
      Type.String({
        maxLength: 40,
        description: 'Version of the texts, used or planned; null without a channel.',
        examples: ['nl-4eaf9adb'],
      }),
    ),
    segments: nullable(
      Type.Integer({
        minimum: 1,
        description: 'How many text messages it counts as; null for e-mail and before it is written.',
        examples: [1],
      }),
    ),
    encoding: described(nullable(SmsEncoding), 'How the text is encoded; null for e-mail and before it is written.'),
    scheduleRevision: described(ScheduleRevision, 'The schedule revision it was planned for.'),
    destinationMasked: nullable(
      Type.String({
        maxLength: 254,
        description: 'Masked address or number, used or planned; null if there is none.',
        examples: ['+31******78'],
      }),
    ),
    attempts: Type.Array(Attempt, { description: 'All attempts, oldest first.' }),
    reply: nullable(
      strictObject(
        {
          meaning: oneOf(['declined', 'unclear'], {
            description:
              '`declined`: the person does not come. `unclear`: only staff can judge it, who got it by mail.',
          }),
          receivedAt: described(Instant, 'When it came in.'),
        },
        {
          title: 'ReminderReply',
          description:
            'The last reply to this text message that staff have to see to, or null. It changes nothing by itself.',
        },
      ),
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'Reminder' },
)

export const listHolderAppointmentReminders = operation({
  operationId: 'listHolderAppointmentReminders',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/reminders',
  tag: 'Reminders',
  summary: 'List the reminders of an appointment',
  description:
    'Every planned message of every schedule revision, newest revision first, with its state and the reason it was not sent. `planned` is no promise: everything is checked again before sending. `channel`, `locale`, `templateVersion` and `destinationMasked` show what was used or, before sending, what would be.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'planning' },
  params: strictObject({ platformHolderId: HolderPathId, appointmentId: described(ResourceId, 'The appointment.') }),
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(Reminder),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: {
      platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
      appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
    },
    data: {
      items: [
        {
          id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09',
          kind: 'confirm_prompt',
          offset: 'P3D',
          isAnswerToReply: false,
          channel: 'sms',
          dueAt: '2026-11-30T13:30:00.000Z',
          state: 'delivered',
          reasonCode: null,
          locale: 'nl',
          templateVersion: 'nl-4eaf9adb',
          segments: 1,
          encoding: 'gsm7',
          scheduleRevision: 1,
          destinationMasked: '+31*******78',
          attempts: [
            {
              attemptNo: 1,
              channel: 'sms',
              state: 'delivered',
              handedOverAt: '2026-11-30T13:30:01.000Z',
              provider: 'twilio',
              providerCode: null,
              receipts: [{ state: 'delivered', at: '2026-11-30T13:30:04.000Z', code: null }],
            },
          ],
          reply: { meaning: 'declined', receivedAt: '2026-11-30T15:12:40.000Z' },
          createdAt: '2026-11-20T09:00:00.000Z',
          updatedAt: '2026-11-30T13:30:04.000Z',
        },
      ],
      nextPageToken: null,
    },
  },
}).handle(async (ctx, { params, page }) => {
  const { rows, appointment } = await listReminderRows(
    ctx.tx,
    ctx.platformHolderId,
    params.appointmentId,
    page.after,
    page.size,
  )
  ctx.touch(params.appointmentId, appointment.holderRecipientId)
  const { items, nextPageToken } = page.finish(rows, (row) => [
    String(row.scheduleRevision),
    row.dueAt.toString(),
    row.id,
  ])
  return {
    items: items.map((row) => ({
      id: row.id,
      kind: row.kind,
      offset: row.offsetKey.startsWith('P') ? row.offsetKey : null,
      isAnswerToReply: row.offsetKey.startsWith('answer:'),
      channel: row.channel,
      dueAt: formatInstant(row.dueAt),
      state: row.state,
      reasonCode: row.reasonCode,
      ...addressing(row, appointment),
      segments: row.segments,
      encoding: row.encoding,
      scheduleRevision: row.scheduleRevision,
      attempts: row.attemptsMade.map((attempt) => ({
        attemptNo: attempt.attemptNo,
        channel: attempt.channel,
        state: attempt.state,
        handedOverAt: formatInstant(Temporal.Instant.from(attempt.handedOverAt)),
        provider: attempt.provider,
        providerCode: attempt.providerCode,
        receipts: attempt.receipts.map((receipt) => ({
          state: receipt.state,
          at: formatInstant(Temporal.Instant.from(receipt.at)),
          code: receipt.code === '' ? null : receipt.code,
        })),
      })),
      reply: row.reply && {
        meaning: row.reply.meaning === 'declined' ? row.reply.meaning : 'unclear',
        receivedAt: formatInstant(Temporal.Instant.from(row.reply.at)),
      },
      createdAt: formatInstant(row.createdAt),
      updatedAt: formatInstant(row.updatedAt),
    })),
    nextPageToken,
  }
})

/** What was used, or else what would be; nothing where there is no contact to use. */
function addressing(row: ReminderRow, { scheduleRevision, email, phone, locales: wanted }: WhomRow) {
  const { locale } = chooseLocale(wanted)
  const address = row.channel === 'sms' ? phone : email
  const isCurrent = row.scheduleRevision === scheduleRevision
  const masked = row.channel !== null && address !== null && isCurrent ? maskAddress(row.channel, address) : null
  return {
    locale: row.locale ?? (row.channel && locale),
    templateVersion: row.templateVersion ?? (row.channel && catalogueOf(locale).templateVersion),
    // Older rows have no destination of their own; that of the appointment is right while both have the same revision.
    destinationMasked: row.destinationMasked ?? masked,
  }
}
