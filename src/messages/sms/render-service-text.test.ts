import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderSuggestionApproved } from '#/messages/email/render-suggestion-approved.ts'
import {
  renderAmbiguousReplyAnswer,
  renderRecipientSignInCode,
  renderStaffSignInCode,
  renderConsentAcknowledgement,
  renderDeclinedAnswer,
  renderReplyNotice,
} from './render-service-text.ts'

const languages = ['nl', 'en']
const notice = {
  localePreferences: ['nl'],
  holderDisplayName: 'Praktijk De Linde',
  startsAt: Temporal.Instant.from('2026-12-03T13:30:00Z'),
  timezone: 'Europe/Amsterdam',
  replyText: 'ja maar kan het <b>later</b>',
  saying: 'unclear' as const,
  link: 'https://tijdig.example/appointments/1',
}

test('STOP and START are acknowledged in one part that names the holder and the way back', () => {
  for (const language of languages) {
    const input = {
      localePreferences: [language],
      scope: 'holder' as const,
      holderDisplayName: 'Praktijk De Linde',
    }
    const stop = renderConsentAcknowledgement('stop', input)
    const start = renderConsentAcknowledgement('start', input)
    assert.match(stop.text, /Praktijk De Linde.* START\.$/)
    assert.match(start.text, /Praktijk De Linde.* STOP\.$/)
    assert.deepEqual([stop.segments, start.segments], [1, 1])
  }
})

test('an acknowledgement for several holders or all names none', () => {
  for (const language of languages)
    for (const scope of ['number', 'everywhere'] as const) {
      const input = { localePreferences: [language], scope, holderDisplayName: 'Praktijk De Linde' }
      for (const sms of [renderConsentAcknowledgement('stop', input), renderConsentAcknowledgement('start', input)]) {
        assert.doesNotMatch(sms.text, /Linde|null|\{/)
        assert.equal(sms.segments, 1)
      }
    }
})

test('whose yes or no is ambiguous hears in one part that nothing was changed, and staff hear that it is not certain', () => {
  for (const [language, told] of [
    ['nl', /niet zeker/],
    ['en', /not certain/],
  ] as const) {
    const sms = renderAmbiguousReplyAnswer([language])
    assert.match(sms.text, /niets gewijzigd|Nothing was changed/)
    assert.equal(sms.segments, 1)
    const mail = renderReplyNotice({ ...notice, localePreferences: [language], saying: 'ambiguous' })
    assert.match(mail.text, told)
  }
})

test('whoever says no hears in one part that the appointment stands, and how to ask for another time; staff hear it in a line', () => {
  for (const [language, stands, cannot] of [
    ['nl', /blijft .* staan/, /niet te kunnen komen/],
    ['en', /stands/, /cannot come/],
  ] as const) {
    const link = `https://tijdig.example/a/${'x'.repeat(22)}`
    const sms = renderDeclinedAnswer([language], 'Tandartspraktijk De Linde', link)
    assert.match(sms.text, stands)
    assert.ok(sms.text.endsWith(`: ${link}`))
    assert.equal(sms.segments, 1)
    const mail = renderReplyNotice({ ...notice, localePreferences: [language], saying: 'declined' })
    assert.match(mail.text, cannot)
    assert.doesNotMatch(mail.text, /kan het/)
  }
})

test("a recipient's code is bound to its host on the last line and fits one part", () => {
  for (const language of languages) {
    const input = { localePreferences: [language], code: '012345', validMinutes: 5, originHost: 'app.tijdig.example' }
    const sms = renderRecipientSignInCode(input)
    assert.ok(sms.text.endsWith('\n\n@app.tijdig.example #012345'))
    assert.match(sms.text, /012345.* 5 minu/)
    assert.equal(sms.segments, 1)
  }
})

test("a staff member's code is in the body, with its host and term, and not in the subject", () => {
  for (const language of languages) {
    const input = { localePreferences: [language], code: '012345', validMinutes: 10, originHost: 'tijdig.example' }
    const email = renderStaffSignInCode(input)
    for (const part of [email.text, email.html]) {
      for (const fact of ['012345', '10 minu', 'tijdig.example']) assert.ok(part.includes(fact), fact)
    }
    assert.doesNotMatch(email.subject, /012345/)
    assert.equal(email.calendar, null)
  }
})

test('the words of an unclear reply are in the body, escaped, and never in the subject', () => {
  for (const language of languages) {
    const email = renderReplyNotice({ ...notice, localePreferences: [language] })
    assert.match(email.text, /ja maar kan het <b>later<\/b>/)
    assert.match(email.html, /ja maar kan het &lt;b&gt;later&lt;\/b&gt;/)
    assert.doesNotMatch(email.subject, /later/)
    assert.match(email.text, /3 [Dd]ecember 2026 (om|at) 14:30/)
    assert.match(email.text, /https:\/\/tijdig\.example\/appointments\/1/)
  }
})

test('the words of an unclear reply can be left out', () => {
  assert.doesNotMatch(renderReplyNotice({ ...notice, replyText: null }).text, /Antwoord:/)
})

test('an accepted time is told to staff in their language, else in English, with a way to the appointment if there is one', () => {
  const { holderDisplayName, startsAt, timezone, link } = notice
  const accepted = { holderDisplayName, recipientName: 'Sanne {de} Vries', startsAt, timezone, link }
  const dutch = renderSuggestionApproved({ ...accepted, localePreference: 'nl' })
  assert.equal(dutch.subject, 'Voorgesteld tijdstip geaccepteerd bij Praktijk De Linde')
  assert.match(dutch.text, /^Sanne {de} Vries heeft .*: donderdag 3 december 2026 om 14:30\./)
  assert.match(dutch.text, /https:\/\/tijdig\.example\/appointments\/1/)
  const other = renderSuggestionApproved({ ...accepted, localePreference: 'xx', recipientName: null, link: null })
  assert.deepEqual([other.locale, other.isLocaleFallback, other.templateVersion.slice(0, 3)], ['en', true, 'en-'])
  assert.match(other.text, /^The person with the appointment has .*: Thursday 3 December 2026 at 14:30\./)
  assert.doesNotMatch(other.text, /https:/)
})
