import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { described, formatInstant, HolderPathId, Instant, nullable, strictObject } from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { ReasonCode, SmsEncoding, type BatchMessages, type ToldMessage } from '#/slices/reminders/reminders.ts'
import { batchInput, batchInputExample, checkBatchInput } from '#/slices/batches/choose/batch-input.ts'
import type { Chosen } from '#/slices/batches/choose/chosen-store.ts'
import { choose, leavingAt, telling } from '#/slices/batches/choose/choose.ts'
import { createPreviewToken, tokenMaxLength } from '#/slices/batches/choose/preview-token.ts'

const count = (description: string, example = 0) => Type.Integer({ minimum: 0, description, examples: [example] })

const BatchPreview = strictObject(
  {
    appointments: count('How many appointments.', 38),
    telephones: count('How many telephones get a text message.', 30),
    channels: strictObject(
      {
        sms: count('Told by text message.', 31),
        email: count('Told by e-mail.', 5),
        none: count('Not told: see `mustCall`.', 2),
      },
      { title: 'BatchChannels', description: 'The appointments by how their person is told.' },
    ),
    languages: Type.Array(
      strictObject(
        {
          locale: described(Locale, 'The language.'),
          people: count('How many are written to in it.', 28),
          text: Type.String({
            description: 'What the first of them reads.',
            examples: ['Gaat niet door: uw afspraak.'],
          }),
          subject: nullable(
            Type.String({
              description: 'Of a mail; null for a text message.',
              examples: ['Uw afspraak gaat niet door'],
            }),
          ),
          encoding: described(nullable(SmsEncoding), 'Of a text message; null for a mail.'),
          segments: nullable(
            Type.Integer({ minimum: 1, description: 'How many text messages it counts as; null for a mail.' }),
          ),
        },
        { title: 'BatchLanguage' },
      ),
      { description: 'What they read, most readers first.' },
    ),
    segments: count('Text messages that are paid for, in all.', 31),
    mails: count('E-mails in all.', 5),
    mustCall: Type.Array(
      strictObject(
        { reasonCode: described(ReasonCode, 'Why.'), count: count('How many.', 2) },
        { title: 'BatchMustCall' },
      ),
      { description: 'Whom no message reaches: somebody has to call.' },
    ),
    sourceManaged: count('Of them in a source system: change them there too.', 38),
    firstDueAt: nullable(
      described(
        Instant,
        'When the first message leaves, two minutes after it is confirmed at the earliest; null without any.',
      ),
    ),
    lastDueAt: nullable(
      described(Instant, 'When the last one is due; later than the first where quiet hours hold it back.'),
    ),
    afterQuietHours: count('Of the messages, those that wait for the end of quiet hours.'),
    tooLate: count('Of `mustCall`: no message arrives before they start.'),
    previewToken: Type.String({
      maxLength: tokenMaxLength,
      description: 'Confirms exactly this, for ten minutes, by you alone.',
      examples: ['eyJhY3Rpb24iOiJjYW5jZWwifQ.Zm9yLWlsbHVzdHJhdGlvbg'],
    }),
  },
  { title: 'BatchPreview' },
)

export const previewHolderBatch = operation({
  operationId: 'previewHolderBatch',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/batches/preview',
  tag: 'Batches',
  summary: 'See what cancelling, postponing or delaying many appointments would do',
  description:
    'Changes and sends nothing. Shows how many people are told, in which languages and words, what it costs in text messages, and whom somebody has to call because no message reaches them. `previewToken` confirms it (`createHolderBatch`). At most 1,000 appointments.',
  role: 'platform_holder_user',
  scope: 'batches:write',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject(batchInput),
  success: [200],
  data: BatchPreview,
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    body: batchInputExample,
    data: {
      appointments: 38,
      telephones: 30,
      channels: { sms: 31, email: 5, none: 2 },
      languages: [
        {
          locale: 'nl',
          people: 28,
          text: 'Gaat niet door: uw afspraak bij Huisartsenpraktijk De Linde op donderdag 3 december om 14:30.',
          subject: null,
          encoding: 'gsm7',
          segments: 1,
        },
      ],
      segments: 31,
      mails: 5,
      mustCall: [{ reasonCode: 'no_contact', count: 2 }],
      sourceManaged: 38,
      firstDueAt: '2026-12-03T06:32:00.000Z',
      lastDueAt: '2026-12-03T06:32:00.000Z',
      afterQuietHours: 0,
      tooLate: 0,
      previewToken: 'eyJhY3Rpb24iOiJjYW5jZWwifQ.Zm9yLWlsbHVzdHJhdGlvbg',
    },
  },
}).handle(async (ctx, { body }) => {
  checkBatchInput(body)
  const chosen = await choose(ctx, body)
  const told = await telling(ctx, body, chosen)
  ctx.touch(...chosen.flatMap(({ id, holderRecipientId }) => [id, holderRecipientId]))
  const { platformHolderId, identity, services, now } = ctx
  const appointments = chosen.map(({ id, version }) => [id, version] as const)
  const previewed = { platformHolderId, actorId: identity.actorId, input: body, appointments }
  return {
    ...summaryOf(chosen, told, leavingAt(now)),
    previewToken: createPreviewToken(services.keys.pageToken, previewed, now),
  }
})

/** Too late for a message, whatever the channel. */
const lateReasons: ReadonlySet<string | null> = new Set(['too_late', 'quiet_hours'])

function summaryOf(chosen: readonly Chosen[], { people, messages }: BatchMessages, leavesAt: Temporal.Instant) {
  const told = people.filter(({ channel }) => channel !== null)
  const untold = people.filter(({ channel }) => channel === null)
  const bySms = told.filter(({ channel }) => channel === 'sms')
  const due = told.map(({ dueAt }) => dueAt).sort(Temporal.Instant.compare)
  const [firstDueAt] = due
  const lastDueAt = due.at(-1)
  return {
    appointments: chosen.length,
    telephones: new Set(messages.flatMap(({ channel, address }) => (channel === 'sms' ? [address] : []))).size,
    channels: { sms: bySms.length, email: told.length - bySms.length, none: untold.length },
    languages: languagesOf(messages),
    segments: messages.reduce((sum, { segments }) => sum + (segments ?? 0), 0),
    mails: told.length - bySms.length,
    mustCall: [...Map.groupBy(untold, ({ reasonCode }) => reasonCode ?? 'no_contact')]
      .map(([reasonCode, those]) => ({ reasonCode, count: those.length }))
      .toSorted((one, other) => other.count - one.count),
    sourceManaged: chosen.filter(({ isSourceManaged }) => isSourceManaged).length,
    firstDueAt: firstDueAt ? formatInstant(firstDueAt) : null,
    lastDueAt: lastDueAt ? formatInstant(lastDueAt) : null,
    afterQuietHours: due.filter((dueAt) => Temporal.Instant.compare(dueAt, leavesAt) > 0).length,
    tooLate: untold.filter(({ reasonCode }) => lateReasons.has(reasonCode)).length,
  }
}

/** An example in each language, of a text message where anybody gets one. */
function languagesOf(messages: readonly ToldMessage[]) {
  return [...Map.groupBy(messages, ({ locale }) => locale)]
    .flatMap(([locale, those]) => {
      const example = those.find(({ channel }) => channel === 'sms') ?? those[0]
      if (!example) return []
      const { text, subject, encoding, segments } = example
      const people = those.reduce((sum, message) => sum + message.people, 0)
      return [{ locale: locale as Locale, people, text, subject, encoding, segments }]
    })
    .toSorted((one, other) => other.people - one.people || (one.locale < other.locale ? -1 : 1))
}
