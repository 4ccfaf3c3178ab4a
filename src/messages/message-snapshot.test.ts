import { test } from 'node:test'
import { catalogues } from '#/messages/catalogues/catalogues.ts'
import { exampleAppointment, exampleMessageInput } from './example-message-input-for-tests.ts'
import { messageKinds, type MessageInput } from './message-input.ts'
import { renderEmail, type RenderedEmail } from '#/messages/email/render-email.ts'
import {
  renderAmbiguousReplyAnswer,
  renderRecipientSignInCode,
  renderStaffSignInCode,
  renderConsentAcknowledgement,
  renderUnclearReplyNotice,
} from '#/messages/sms/render-service-text.ts'
import { renderSms, type RenderedSms } from '#/messages/sms/render-sms.ts'

// Renew with `node --test --test-update-snapshots src/messages/message-snapshot.test.ts` and read the difference.
const asWritten = { serializers: [String] }

for (const locale of Object.keys(catalogues)) {
  test(`every text message of ${locale} is the one that was reviewed`, (t) => {
    const rows = Object.entries(smsVariants).map(([name, changes]) =>
      smsRow(name, renderSms(exampleMessageInput({ ...changes, localePreferences: [locale] }))),
    )
    t.assert.snapshot(rows.join('\n\n'), asWritten)
  })

  test(`every e-mail of ${locale} is the one that was reviewed`, (t) => {
    const rows = Object.entries(emailVariants).map(([name, changes]) =>
      emailRow(name, renderEmail(exampleMessageInput({ ...changes, localePreferences: [locale] }))),
    )
    t.assert.snapshot(rows.join('\n\n'), asWritten)
  })

  test(`every service text of ${locale} is the one that was reviewed`, (t) => {
    t.assert.snapshot(serviceRows(locale).join('\n\n'), asWritten)
  })
}

test('the HTML of an e-mail and its calendar file are the ones that were reviewed', (t) => {
  const email = renderEmail(exampleMessageInput())
  t.assert.snapshot(email.html, asWritten)
  t.assert.snapshot(email.calendar?.content.replaceAll('\r\n', '\n') ?? '', asWritten)
})

const severalAppointments: MessageInput['appointments'] = [
  exampleAppointment(),
  exampleAppointment({
    startsAt: Temporal.Instant.from('2026-12-03T08:00:00Z'),
    endsAt: Temporal.Instant.from('2026-12-03T08:20:00Z'),
  }),
]

const smsVariants: Readonly<Record<string, Partial<MessageInput>>> = {
  ...Object.fromEntries(messageKinds.map((kind) => [kind, { kind }])),
  'confirm_prompt with reply': { kind: 'confirm_prompt', canReply: true },
  'reminder with open request': { requestOpen: true },
  'reminder with title': { appointments: [exampleAppointment({ title: 'Knippen' })] },
  'reminder without place and link': { appointments: [exampleAppointment({ place: null })], link: null },
  ...Object.fromEntries(
    messageKinds.map((kind) => [`${kind} of several`, { kind, appointments: severalAppointments }]),
  ),
}

const emailVariants: Readonly<Record<string, Partial<MessageInput>>> = {
  ...Object.fromEntries(messageKinds.map((kind) => [kind, { kind }])),
  'reminder with open request': { requestOpen: true },
  ...Object.fromEntries(
    messageKinds.map((kind) => [`${kind} of several`, { kind, appointments: severalAppointments }]),
  ),
}

function serviceRows(locale: string): readonly string[] {
  const localePreferences = [locale]
  const holderDisplayName = 'Praktijk De Linde'
  const code = { localePreferences, code: '012345', validMinutes: 10, originHost: 'tijdig.example' }
  return [
    ...(['stop', 'start'] as const).flatMap((word) =>
      (['holder', 'number', 'everywhere'] as const).map((scope) =>
        smsRow(
          `${word.toUpperCase()}, ${scope}`,
          renderConsentAcknowledgement(word, { localePreferences, scope, holderDisplayName }),
        ),
      ),
    ),
    smsRow('ambiguous yes', renderAmbiguousReplyAnswer(localePreferences)),
    smsRow('recipient sign-in code', renderRecipientSignInCode(code)),
    emailRow('staff sign-in code', renderStaffSignInCode(code)),
    emailRow(
      'unclear reply',
      renderUnclearReplyNotice({
        localePreferences,
        holderDisplayName,
        startsAt: exampleAppointment().startsAt,
        timezone: 'Europe/Amsterdam',
        replyText: 'ja maar kan het later',
        isAmbiguous: false,
        link: 'https://tijdig.example/appointments/1',
      }),
    ),
  ]
}

function smsRow(name: string, sms: RenderedSms): string {
  const offending = sms.offendingCharacters.length === 0 ? '' : `, ${sms.offendingCharacters.join('')}`
  return `== ${name} [${sms.templateVersion}, ${sms.encoding}, ${sms.segments}, ${sms.text.length} long${offending}]\n${sms.text}`
}

function emailRow(name: string, email: RenderedEmail): string {
  return `== ${name} [${email.templateVersion}, ${email.calendar?.method ?? 'no calendar'}]\nSubject: ${email.subject}\n\n${email.text}`
}
