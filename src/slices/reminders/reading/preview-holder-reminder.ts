import { Type } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { invalid } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import {
  described,
  formatInstant,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
  TimeZone,
} from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { toMessageAppointment } from '#/messages/message-appointment.ts'
import { costOf } from '#/messages/example-cost.ts'
import { messageKinds, type MessageInput, type MessageKind } from '#/messages/message-input.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { renderSms } from '#/messages/sms/render-sms.ts'
import { offendingCharacters } from '#/messages/sms/segments.ts'
import { givenTimeZone } from '#/kernel/time/time-zone.ts'
import { policyParams, policyParamsExample } from '#/slices/reminders/policy/get-holder-reminder-policy.ts'
import { planReminders, type PlannedRow } from '#/slices/reminders/plan/plan-reminders.ts'
import type { ReminderPolicy } from '#/slices/reminders/words/policy.ts'
import { getPolicyForPreview, type PreviewRow } from '#/slices/reminders/policy/policy-store.ts'
import { changedPolicy, policyChanges } from '#/slices/reminders/policy/reminder-policy-view.ts'
import { Channel, ReasonCode, SmsEncoding } from '#/slices/reminders/words/words.ts'
import { toTypePlan } from '#/slices/reminders/policy/type-plan.ts'
import { findTypeForPreview, isBookableType, type PreviewType } from '#/slices/reminders/policy/type-store.ts'

const PreviewStep = strictObject(
  {
    offset: Type.String({ maxLength: 40, examples: ['P1D'], description: 'ISO 8601 duration before the start.' }),
    dueAt: described(Instant, 'When it would go.'),
    movedBecause: nullable(
      oneOf(['quiet_hours_earlier', 'quiet_hours_later'], {
        description: 'Why it is due at another time than its offset says, or null.',
      }),
    ),
    skippedBecause: described(
      nullable(ReasonCode),
      'Why this step would send nothing; dueAt is when it would have been due.',
    ),
  },
  { title: 'ReminderPreviewStep' },
)

const MessageCost = strictObject(
  {
    kind: oneOf(messageKinds, { description: 'What the message is for.' }),
    characters: Type.Integer({
      minimum: 1,
      description: 'Characters (UTF-16 code units) of its text.',
      examples: [141],
    }),
    encoding: described(SmsEncoding, 'How it is encoded.'),
    segments: Type.Integer({ minimum: 1, description: 'How many text messages it counts as.', examples: [1] }),
  },
  { title: 'MessageCost' },
)

export const previewHolderReminder = operation({
  operationId: 'previewHolderReminder',
  method: 'POST',
  isReadOnly: true,
  path: '/platform-holders/{platformHolderId}/reminder-policy/preview',
  tag: 'Reminders',
  summary: 'Preview when reminders would go and what they would say',
  description:
    'For an example appointment, registered now, whose recipient has a mobile number and an e-mail address. Fields of `policy` replace the stored ones; the plan of `appointmentTypeId`, if it has one, replaces the steps. The text is that of the step nearest the start that can go by `channel`. Nothing is sent or stored. `encoding` and `segments` are null for e-mail.',
  role: 'platform_holder_user',
  scope: 'reminders:read',
  auth: ['apiKey', 'browserSession'],
  params: policyParams,
  query: none,
  body: strictObject({
    policy: Type.Optional(
      strictObject(policyChanges, {
        title: 'ReminderPolicyDraft',
        description: 'Fields to preview instead of the stored ones.',
      }),
    ),
    appointmentTypeId: Type.Optional(
      nullable(described(Identifier, 'A type to preview, with its plan; null or omitted for none.')),
    ),
    startsAt: described(Instant, 'When the example appointment starts, with UTC offset.'),
    timezone: described(TimeZone, 'Time zone to show it in.'),
    locale: described(Locale, 'Language of the example text.'),
    channel: described(Channel, 'Channel of the example text.'),
  }),
  success: [200],
  data: strictObject(
    {
      steps: Type.Array(PreviewStep, { maxItems: 5, description: 'When each step would go.' }),
      text: Type.String({
        description: 'What the message would say.',
        examples: ['Afspraak bij Huisartsenpraktijk De Linde op donderdag 3 december om 14:30.'],
      }),
      subject: nullable(
        Type.String({
          description: 'Subject of the e-mail; null for a text message.',
          examples: ['Afspraak op donderdag 3 december'],
        }),
      ),
      encoding: described(nullable(SmsEncoding), 'How the text is encoded; null for e-mail.'),
      segments: nullable(
        Type.Integer({
          minimum: 1,
          description: 'How many text messages it counts as; null for e-mail.',
          examples: [1],
        }),
      ),
      offendingCharacters: Type.Array(Type.String(), {
        description: 'Characters that force UCS-2, which fits less text in a message.',
      }),
      costs: Type.Array(MessageCost, {
        maxItems: messageKinds.length,
        description: 'Size of each kind of text message about this appointment in this language; empty for e-mail.',
      }),
    },
    { title: 'ReminderPreview' },
  ),
  errors: ['TIMEZONE_UNKNOWN'],
  example: {
    params: policyParamsExample,
    body: { startsAt: '2026-12-03T14:30:00+01:00', timezone: 'Europe/Amsterdam', locale: 'nl', channel: 'sms' },
    data: {
      steps: [
        { offset: 'P3D', dueAt: '2026-11-30T13:30:00.000Z', movedBecause: null, skippedBecause: null },
        { offset: 'P1D', dueAt: '2026-12-02T13:30:00.000Z', movedBecause: null, skippedBecause: null },
      ],
      text: 'Herinnering: afspraak bij Huisartsenpraktijk De Linde op donderdag 3 december om 14:30, Lindelaan. Info: https://tijdig.example/m/k7Qm2xW4Tz9Rb',
      subject: null,
      encoding: 'gsm7',
      segments: 1,
      offendingCharacters: [],
      costs: [{ kind: 'reminder', characters: 148, encoding: 'gsm7', segments: 1 }],
    },
  },
}).handle(async (ctx, { body }) => {
  givenTimeZone(body.timezone, 'timezone')
  const holder = await getPolicyForPreview(ctx.tx, ctx.platformHolderId)
  const type = await findType(ctx, body.appointmentTypeId ?? null)
  const draft = body.policy ?? {}
  const isKnownType = await isBookableType(ctx.tx, ctx.platformHolderId, draft.intakeDefaultTypeId ?? null)
  const changed = changedPolicy(holder, draft, isKnownType, 'policy.')
  const policy = { ...changed, steps: (type && toTypePlan(type)?.steps) ?? changed.steps }
  const startsAt = Temporal.Instant.from(body.startsAt)
  const message = exampleMessage({
    holder,
    policy,
    safeName: type?.safeName ?? null,
    startsAt,
    timezone: body.timezone,
    locale: body.locale,
    kind: kindFor(policy, startsAt, body.timezone, body.channel),
    baseUrl: ctx.services.baseUrl,
    now: ctx.now,
  })
  return { steps: previewSteps(policy, startsAt, body.timezone, ctx.now), ...render(body.channel, message) }
})

/** @throws AppError VALIDATION_FAILED when there is no such type */
async function findType({ tx, platformHolderId }: HolderCtx, id: string | null): Promise<PreviewType | null> {
  if (id === null) return null
  const type = await findTypeForPreview(tx, platformHolderId, id)
  if (type) return type
  throw invalid({ path: 'appointmentTypeId', code: 'not_allowed', message: 'There is no such appointment type.' })
}

/** In the order in which they would be due. */
function previewSteps(policy: ReminderPolicy, startsAt: Temporal.Instant, timezone: string, now: Temporal.Instant) {
  return planExample(policy, startsAt, timezone, now).flatMap((row) =>
    row.offset === null
      ? []
      : [
          {
            offset: row.offset,
            dueAt: formatInstant(row.dueAt),
            movedBecause: row.movedBecause,
            skippedBecause: row.reasonCode,
          },
        ],
  )
}

function planExample(
  policy: ReminderPolicy,
  startsAt: Temporal.Instant,
  timezone: string,
  now: Temporal.Instant,
): PlannedRow[] {
  return planReminders({
    appointment: { startsAt, timezone, contact: exampleContact },
    policy,
    steps: policy.steps,
    skipIfConfirmed: false,
    recipientTimezone: null,
    recipientQuietHours: null,
    preferredChannel: null,
    offKinds: [],
    now,
    occasion: 'registered',
    confirmed: false,
    earlier: null,
  })
}

// Only says that both channels are there: nothing is ever sent to these.
const exampleContact = { email: 'sanne@example.com', phoneNumberE164: '+31612345678', phoneIsLandline: false }
const exampleId = '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08'
// As long as a real one, because the length of the link counts, but leading nowhere.
const exampleToken = 'k7Qm2xW4Tz9Rb'

/** Planned from long before the start, so that no step has passed and the text does not depend on the clock. */
function kindFor(policy: ReminderPolicy, startsAt: Temporal.Instant, timezone: string, channel: Channel): MessageKind {
  const longBefore = startsAt.subtract({ hours: 24 * 60 })
  const rows = planExample(policy, startsAt, timezone, longBefore)
  const canGo = (row: PlannedRow) => row.channel === channel || row.fallbackChannel === channel
  return rows.findLast((row) => row.offset !== null && canGo(row))?.kind ?? 'reminder'
}

type Example = {
  readonly holder: PreviewRow
  readonly policy: ReminderPolicy
  readonly safeName: PreviewType['safeName']
  readonly startsAt: Temporal.Instant
  readonly timezone: string
  readonly locale: string
  readonly kind: MessageKind
  readonly baseUrl: string
  readonly now: Temporal.Instant
}

function exampleMessage({
  holder,
  policy,
  safeName,
  startsAt,
  timezone,
  locale,
  kind,
  baseUrl,
  now,
}: Example): MessageInput {
  const localePreferences = [locale, holder.defaultLocale]
  const appointment = {
    id: exampleId,
    scheduleRevision: 1,
    isCancelled: false,
    startsAt,
    endsAt: startsAt.add({ minutes: 15 }),
    timezone,
    place: holder.place,
    safeName,
  }
  return {
    kind,
    localePreferences,
    holder: { displayName: holder.displayName, phoneNumber: null, websiteUrl: holder.websiteUrl },
    appointments: [toMessageAppointment(appointment, localePreferences)],
    link: `${baseUrl}/m/${exampleToken}`,
    canReply: policy.smsSender.canReceive,
    smsAlphabet: policy.smsAlphabet,
    changed: 'time',
    delayMinutes: kind === 'delay' ? 30 : null,
    requestOpen: false,
    isHousehold: false,
    recipientName: 'Sanne de Vries',
    unsubscribeUrl: `${baseUrl}/u/example`,
    organizerEmail: null,
    renderedAt: now,
  }
}

function render(channel: Channel, message: MessageInput) {
  if (channel === 'email') {
    const { subject, text } = renderEmail(message)
    return { text, subject, encoding: null, segments: null, offendingCharacters: [], costs: [] }
  }
  const { text, encoding, segments } = renderSms(message)
  const costs = messageKinds.map((kind) => ({
    kind,
    ...costOf(renderSms({ ...message, kind, delayMinutes: kind === 'delay' ? 30 : null })),
  }))
  return { text, subject: null, encoding, segments, offendingCharacters: offendingCharacters(text), costs }
}
