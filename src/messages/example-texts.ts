import {
  formatBriefDate,
  formatDate,
  formatList,
  formatShortDate,
  formatTime,
  type WallClock,
} from '#/locales/date-time.ts'
import type { Locale } from '#/locales/locales.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { exampleAppointment, exampleMessageInput } from './example-message-input.ts'
import { messageKinds, type MessageInput } from './message-input.ts'
import { renderDeletionEmail, renderDeletionSms } from '#/messages/email/render-deletion-notice.ts'
import { renderEmail, type RenderedEmail } from '#/messages/email/render-email.ts'
import { renderOpenReplies } from '#/messages/email/render-open-replies.ts'
import { renderNetworksChange } from '#/messages/email/render-networks-change.ts'
import { renderKeyEnding } from '#/messages/email/render-key-ending.ts'
import { renderAccessChange } from '#/messages/email/render-access-change.ts'
import { renderStaffInvitation } from '#/messages/email/render-staff-invitation.ts'
import { renderInvitation } from '#/messages/email/render-invitation.ts'
import { renderWebhookProblem } from '#/messages/email/render-webhook-problem.ts'
import { renderIntegrationProblem } from '#/messages/email/render-integration.ts'
import { renderSuggestionApproved } from '#/messages/email/render-suggestion-approved.ts'
import { sourceTexts, type MessageKey } from '#/messages/source/source-texts.ts'
import { renderSms, type RenderedSms } from '#/messages/sms/render-sms.ts'
import { offendingCharacters } from '#/messages/sms/segments.ts'
import {
  renderAmbiguousReplyAnswer,
  renderConsentAcknowledgement,
  renderDeclinedAnswer,
  renderHelpAnswer,
  renderLinkedNotice,
  renderRecipientSignInCode,
  renderStaffSignInCode,
  renderReplyNotice,
} from '#/messages/sms/render-service-text.ts'

/** A message as it would be sent; for a text message also its encoding and parts. */
export type ExampleText = { readonly name: string; readonly text: string; readonly sms: RenderedSms | null }

/** Every message and page text of a locale, filled in with the same example, for reviewers and tests. */
export function exampleTexts(locale: Locale): readonly ExampleText[] {
  return [
    ...Object.entries(smsVariants).map(([name, changes]) =>
      ofSms(name, renderSms(exampleMessageInput({ ...changes, localePreferences: [locale] }))),
    ),
    ...Object.entries(emailVariants).map(([name, changes]) =>
      ofEmail(`mail: ${name}`, renderEmail(exampleMessageInput({ ...changes, localePreferences: [locale] }))),
    ),
    ...serviceTexts(locale),
    ...staffTexts(locale),
    { name: 'dates and times', text: datesAndTimes(locale).join('\n'), sms: null },
    { name: 'pages and words', text: plainTexts(locale).join('\n'), sms: null },
  ]
}

const severalAppointments: MessageInput['appointments'] = [
  exampleAppointment(),
  exampleAppointment({
    startsAt: Temporal.Instant.from('2026-12-03T08:00:00Z'),
    endsAt: Temporal.Instant.from('2026-12-03T08:20:00Z'),
  }),
]
const ofSeveral = Object.fromEntries(
  messageKinds
    .filter((kind) => kind !== 'delay' && kind !== 'postponed')
    .map((kind) => [`${kind} of several`, { kind, appointments: severalAppointments }]),
)

/** A reminder a day before, at a local time there. */
function reminderAt(local: string): Partial<MessageInput> {
  const at = Temporal.ZonedDateTime.from(local)
  const startsAt = at.toInstant()
  const endsAt = startsAt.add({ minutes: 20 })
  return {
    appointments: [exampleAppointment({ startsAt, endsAt, timezone: at.timeZoneId })],
    renderedAt: startsAt.subtract({ hours: 24 }),
  }
}

function ofHolder(displayName: string): Partial<MessageInput> {
  return { holder: { displayName, phoneNumber: null, websiteUrl: null } }
}

const ofEachKind = Object.fromEntries(
  messageKinds.map((kind) => [kind, { kind, delayMinutes: kind === 'delay' ? 30 : null }]),
)

const vowelName = 'Apotheek Oost'

/** Of as many people who share a telephone; several numbers, because plurals differ. */
function ofHousehold(people: number): Partial<MessageInput> {
  const [first, ...others] = Array.from({ length: people }, (_, index) =>
    exampleAppointment({
      startsAt: exampleAppointment().startsAt.add({ minutes: 15 * index }),
      uid: `household-${index}@tijdig.example`,
    }),
  )
  return { isHousehold: true, recipientName: null, appointments: [first ?? exampleAppointment(), ...others] }
}

const ofHouseholds: Readonly<Record<string, Partial<MessageInput>>> = {
  'reminder to a household of 2': ofHousehold(2),
  'reminder to a household of 3': ofHousehold(3),
  'reminder to a household of 6': ofHousehold(6),
  'confirm_prompt to a household of 2': { kind: 'confirm_prompt', canReply: true, ...ofHousehold(2) },
}

const smsVariants: Readonly<Record<string, Partial<MessageInput>>> = {
  ...ofEachKind,
  'change of the place': { kind: 'change', changed: 'place' },
  'confirm_prompt with reply': { kind: 'confirm_prompt', canReply: true },
  'reminder with open request': { requestOpen: true },
  'reminder with title': { appointments: [exampleAppointment({ title: 'Knippen' })] },
  'reminder without place and link': { appointments: [exampleAppointment({ place: null })], link: null },
  'reminder at 01:00': reminderAt('2026-12-03T01:00[Europe/Amsterdam]'),
  'reminder at 09:00': reminderAt('2026-12-03T09:00[Europe/Amsterdam]'),
  'reminder at 13:30 in early June': reminderAt('2027-06-01T13:30[Europe/Amsterdam]'),
  'reminder at New Year': reminderAt('2027-01-01T09:00[Europe/Amsterdam]'),
  'reminder at one in a region of 12 hours': reminderAt('2026-12-03T13:00[America/New_York]'),
  [`reminder of ${vowelName}`]: ofHolder(vowelName),
  [`change of ${vowelName}`]: { kind: 'change', ...ofHolder(vowelName) },
  'reminder of Hospital Sant Pau': ofHolder('Hospital Sant Pau'),
  'reminder of a name from right to left': ofHolder('عيادة النور'),
  ...ofSeveral,
  ...ofHouseholds,
  'cancellation to a household of 3': { kind: 'cancellation', ...ofHousehold(3) },
  'delay to a household of 2': { kind: 'delay', delayMinutes: 30, ...ofHousehold(2) },
  'delay to a household of 6': { kind: 'delay', delayMinutes: 30, ...ofHousehold(6) },
  'postponed to a household of 2': { kind: 'postponed', ...ofHousehold(2) },
  'postponed to a household of 6': { kind: 'postponed', ...ofHousehold(6) },
}

const emailVariants: Readonly<Record<string, Partial<MessageInput>>> = {
  ...ofEachKind,
  'change of the place': { kind: 'change', changed: 'place' },
  'reminder with open request': { requestOpen: true },
  'reminder without a name': { recipientName: null },
  'reminder of Hospital Sant Pau': ofHolder('Hospital Sant Pau'),
  ...ofSeveral,
  ...ofHouseholds,
}

/** Long, short and brief dates of the days that are most easily misread, times in 24 and 12 hours, and a list. */
function datesAndTimes(locale: Locale): string[] {
  const june: WallClock = { year: 2027, month: 6, day: 1, hour: 9, minute: 0, region: 'NL' }
  const newYear: WallClock = { ...june, month: 1 }
  const dates = [june, newYear].flatMap((clock) =>
    [formatDate, formatShortDate, formatBriefDate].flatMap((write) => [
      write(locale, clock, false),
      write(locale, clock, true),
    ]),
  )
  const times = ['NL', 'US'].map((region) =>
    [
      [1, 0],
      [9, 0],
      [13, 30],
    ].map(([hour = 0, minute = 0]) => formatTime(locale, { ...june, hour, minute, region })),
  )
  return [...dates, ...times.map((ofRegion) => ofRegion.join(' | ')), formatList(locale, times[0] ?? [])]
}

function serviceTexts(locale: Locale): ExampleText[] {
  const localePreferences = [locale]
  const holderDisplayName = 'Praktijk De Linde'
  return [
    ...(['stop', 'start'] as const).flatMap((word) =>
      (['holder', 'number', 'everywhere'] as const).map((scope) =>
        ofSms(
          `${word.toUpperCase()}, ${scope}`,
          renderConsentAcknowledgement(word, { localePreferences, scope, holderDisplayName }),
        ),
      ),
    ),
    ofSms(
      `STOP of ${vowelName}`,
      renderConsentAcknowledgement('stop', { localePreferences, scope: 'holder', holderDisplayName: vowelName }),
    ),
    ofSms(
      'STOP, household',
      renderConsentAcknowledgement('stop', { localePreferences, scope: 'household', holderDisplayName }),
    ),
    ofSms('HELP', renderHelpAnswer(localePreferences, holderDisplayName)),
    ofSms('ambiguous yes or no', renderAmbiguousReplyAnswer(localePreferences)),
    ofSms(
      'answer to a no',
      renderDeclinedAnswer(localePreferences, holderDisplayName, `https://tijdig.example/a/${'x'.repeat(22)}`),
    ),
    ofSms('recipient sign-in code', renderRecipientSignInCode(codeInput(locale))),
    ofSms('linked', renderLinkedNotice(localePreferences, 'https://tijdig.example/my')),
    ofSms('deletion', renderDeletionSms({ localePreferences, message: '' })),
    ofEmail(
      'mail: deletion',
      renderDeletionEmail({ localePreferences, message: 'Sommige gegevens bewaren wij 20 jaar.' }),
    ),
  ]
}

function staffTexts(locale: Locale): ExampleText[] {
  const localePreferences = [locale]
  const holderDisplayName = 'Praktijk De Linde'
  const { startsAt, timezone } = exampleAppointment()
  const link = 'https://tijdig.example/appointments/1'
  const reply = { localePreferences, holderDisplayName, startsAt, timezone, replyText: 'ja maar kan het later', link }
  const webhook = { localePreferences, holderDisplayName, host: 'hooks.example.com', link }
  const calendar = { localePreferences, provider: 'google_calendar', holderDisplayName, link } as const
  return [
    ofEmail('mail: staff sign-in code', renderStaffSignInCode(codeInput(locale))),
    ofEmail('mail: invitation', renderInvitation({ localePreferences, holderDisplayName, link })),
    ofEmail(
      'mail: invitation by a colleague',
      renderStaffInvitation({ localePreferences, holderDisplayName, expiresAt: startsAt, timezone, link }),
    ),
    ofEmail('mail: access changed', renderAccessChange({ localePreferences, holderDisplayName, change: 'changed' })),
    ofEmail('mail: access ended', renderAccessChange({ localePreferences, holderDisplayName, change: 'ended' })),
    ofEmail(
      'mail: key about to end',
      renderKeyEnding({
        localePreferences,
        holderDisplayName,
        keyName: 'Praktijksysteem 2027',
        accountName: 'Praktijksysteem',
        expiresAt: startsAt,
        timezone,
        link,
      }),
    ),
    ...(['Sam de Vries', null] as const).map((changedBy) =>
      ofEmail(
        `mail: networks changed by ${changedBy ?? 'an operator'}`,
        renderNetworksChange({
          localePreferences,
          holderDisplayName,
          lists: changedBy === null ? ['staff', 'keys'] : ['keys'],
          changedAt: startsAt,
          timezone,
          changedBy,
        }),
      ),
    ),
    ...[1, 12].map((replies) =>
      ofEmail(
        `mail: open replies, ${replies}`,
        renderOpenReplies({ localePreferences: [locale], holderDisplayName, replies, link }),
      ),
    ),
    ofEmail('mail: reply that says no', renderReplyNotice({ ...reply, saying: 'declined' })),
    ofEmail('mail: unclear reply', renderReplyNotice({ ...reply, saying: 'unclear' })),
    ofEmail('mail: ambiguous reply', renderReplyNotice({ ...reply, saying: 'ambiguous' })),
    ...['Sam de Vries', null].map((recipientName) =>
      ofEmail(
        `mail: suggestion approved by ${recipientName ?? 'somebody'}`,
        renderSuggestionApproved({
          localePreference: locale,
          holderDisplayName,
          recipientName,
          startsAt,
          timezone,
          link,
        }),
      ),
    ),
    ofEmail('mail: connection stopped', renderIntegrationProblem({ ...calendar, calendarName: null })),
    ofEmail('mail: calendar gone', renderIntegrationProblem({ ...calendar, calendarName: 'Behandelkamer 2' })),
    ofEmail('mail: webhook fails', renderWebhookProblem({ ...webhook, isDisabled: false })),
    ofEmail('mail: webhook switched off', renderWebhookProblem({ ...webhook, isDisabled: true })),
  ]
}

function codeInput(locale: Locale) {
  return { localePreferences: [locale], code: '012345', validMinutes: 10, originHost: 'tijdig.example' }
}

/** The texts without arguments, of pages and lists. */
function plainTexts(locale: Locale): string[] {
  const keys = Object.keys(sourceTexts).filter((key) => /^(page|integration)\./.test(key)) as PlainKey[]
  return keys.map((key) => `${key}: ${formatMessage(locale, key, { holder: 'Praktijk De Linde' })}`)
}

type PlainKey = Extract<MessageKey, `${'page' | 'integration'}.${string}`>

function ofSms(name: string, sms: RenderedSms): ExampleText {
  const offending = offendingCharacters(sms.text).join('')
  const measure = `[${sms.encoding}, ${sms.segments}, ${sms.text.length} long${offending && `, ${offending}`}]`
  return { name: `${name} ${measure}`, text: sms.text, sms }
}

function ofEmail(name: string, email: RenderedEmail): ExampleText {
  return { name, text: `Subject: ${email.subject}\n\n${email.text}`, sms: null }
}
