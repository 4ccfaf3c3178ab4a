import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderEmailHtml } from './email-html.ts'
import { exampleAppointment, exampleMessageInput } from '#/messages/example-message-input.ts'
import { messageKinds } from '#/messages/message-input.ts'
import { renderEmail } from './render-email.ts'

test('every kind tells date, times, place, contact and zone in both parts', () => {
  for (const kind of messageKinds) {
    const email = renderEmail(exampleMessageInput({ kind }))
    for (const part of [email.text, email.html]) {
      for (const fact of [
        'donderdag 3 december 2026',
        '14:30 tot 15:00',
        'Lindelaan 12, Utrecht',
        'Beste Sam de Vries,',
        '+31 30 123 45 67',
        'https://delinde.example',
        'https://tijdig.example/a/k7qm2xw4',
        'https://tijdig.example/u/3f9c',
        'Amsterdam (UTC+1)',
      ]) {
        assert.ok(part.includes(fact), `${kind}: ${fact}`)
      }
    }
  }
})

test('both parts say the same words in the same order', () => {
  for (const kind of messageKinds) {
    const email = renderEmail(exampleMessageInput({ kind }))
    const body = email.html.slice(email.html.indexOf('<body'))
    const fromHtml = wordsOf(body.replaceAll(/<[^>]*>/g, ' '))
    const fromText = wordsOf(email.text.replaceAll(/^https:\S*tijdig\.example\/.*$/gm, ''))
    assert.deepEqual(fromHtml, fromText)
  }
})

test('a title is in the body only when given, and never in the subject', () => {
  const titled = exampleMessageInput({ appointments: [exampleAppointment({ title: 'Knippen' })] })
  for (const kind of messageKinds) {
    const email = renderEmail({ ...titled, kind })
    assert.match(email.text, /Afspraak: Knippen/)
    assert.doesNotMatch(email.subject, /Knippen/)
    assert.doesNotMatch(renderEmail(exampleMessageInput({ kind })).text, /Afspraak: /)
  }
})

test('what is missing is left out without a trace', () => {
  const email = renderEmail(
    exampleMessageInput({
      holder: { displayName: 'Praktijk De Linde', phoneNumber: null, websiteUrl: '' },
      appointments: [exampleAppointment({ place: null })],
      link: null,
      unsubscribeUrl: null,
      recipientName: null,
    }),
  )
  assert.match(email.text, /^Praktijk De Linde\n\nGoedendag,/)
  assert.doesNotMatch(email.text, /null|undefined|Plaats|Telefoon|Website|http/)
  assert.doesNotMatch(email.html, /null|undefined|<a /)
})

test('everything inserted is escaped in HTML and flattened in the subject', () => {
  const hostile = `<script>"x"&'y'</script>\r\nBcc: all@example.org`
  const email = renderEmail(
    exampleMessageInput({
      holder: { displayName: hostile, phoneNumber: hostile, websiteUrl: hostile },
      appointments: [exampleAppointment({ place: hostile, title: hostile })],
      link: 'https://tijdig.example/a/"onmouseover="alert(1)',
      unsubscribeUrl: 'https://tijdig.example/u?a=1&b="2"',
      recipientName: hostile,
    }),
  )
  assert.doesNotMatch(email.html, /<script|"onmouseover/)
  assert.ok(email.html.includes('&lt;script&gt;&quot;x&quot;&amp;&#39;y&#39;&lt;/script&gt; Bcc:'))
  assert.doesNotMatch(email.subject, /[\r\n]/)
})

test('only web addresses of a holder become links', () => {
  const withWebsite = (websiteUrl: string) =>
    renderEmail(exampleMessageInput({ holder: { displayName: 'De Linde', phoneNumber: null, websiteUrl } })).html
  assert.match(withWebsite('https://delinde.example'), /href="https:\/\/delinde\.example\/"/)
  assert.doesNotMatch(withWebsite('javascript:alert(1)'), /href="javascript/)
  assert.doesNotMatch(withWebsite('www.delinde.example'), /href="www/)
})

test('a confirm prompt asks to confirm, unless a request is open', () => {
  const prompt = exampleMessageInput({ kind: 'confirm_prompt' })
  assert.match(renderEmail(prompt).text, /Afspraak bevestigen of wijzigen:\nhttps:/)
  const open = renderEmail({ ...prompt, requestOpen: true })
  assert.doesNotMatch(open.subject + open.text, /[Bb]evestig/)
  assert.match(open.text, /Wij bekijken uw verzoek/)
})

test('the calendar file publishes, and withdraws when the appointment is cancelled', () => {
  for (const kind of messageKinds) {
    const { calendar } = renderEmail(exampleMessageInput({ kind }))
    // Late or without a time as yet, it stays in calendars as it is.
    const isAside = kind === 'delay' || kind === 'postponed'
    assert.equal(calendar?.method, isAside ? undefined : kind === 'cancellation' ? 'CANCEL' : 'PUBLISH')
  }
})

test('several appointments each have their own details, in order', () => {
  const early = exampleAppointment({
    startsAt: Temporal.Instant.from('2026-12-03T08:00:00Z'),
    endsAt: Temporal.Instant.from('2026-12-03T08:20:00Z'),
    uid: 'early@tijdig.example',
  })
  const email = renderEmail(exampleMessageInput({ appointments: [exampleAppointment(), early] }))
  assert.match(email.subject, /afspraken bij Praktijk De Linde op donderdag 3 december om 09:00 en 14:30$/)
  assert.ok(email.text.indexOf('09:00 tot 09:20') < email.text.indexOf('14:30 tot 15:00'))
  assert.equal(email.calendar?.content.match(/BEGIN:VEVENT/g)?.length, 2)
})

test('an appointment past midnight tells the day it ends', () => {
  const late = exampleAppointment({
    startsAt: Temporal.Instant.from('2026-12-03T22:30:00Z'),
    endsAt: Temporal.Instant.from('2026-12-03T23:30:00Z'),
  })
  const { text } = renderEmail(exampleMessageInput({ appointments: [late] }))
  assert.match(text, /Tijd: 23:30 tot vrijdag 4 december 2026 om 00:30/)
})

test('the page names its language and direction', () => {
  assert.match(renderEmail(exampleMessageInput()).html, /<html lang="nl" dir="ltr">/)
  const html = renderEmailHtml({ subject: 'x', language: 'ar', direction: 'rtl', blocks: [] })
  assert.match(html, /<html lang="ar" dir="rtl">/)
  assert.match(html, /align="right" dir="rtl"/)
})

test('every colour on the page meets the contrast of WCAG AA', () => {
  const onWhite = ['#1f2937', '#4b5563', '#1d4ed8']
  const onDark = ['#f3f4f6', '#d1d5db', '#93c5fd']
  const pairs = [
    ...onWhite.map((colour) => [colour, '#ffffff']),
    ...onDark.map((colour) => [colour, '#111827']),
    ['#ffffff', '#1d4ed8'],
    ['#0b1220', '#93c5fd'],
  ] as [string, string][]
  const { html } = renderEmail(exampleMessageInput())
  for (const [ink, paper] of pairs) {
    assert.ok(html.includes(ink) && html.includes(paper), `${ink} on ${paper} is used`)
    assert.ok(contrast(ink, paper) >= 4.5, `${ink} on ${paper}`)
  }
})

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\d:]+/gu)?.map((word) => word.replace(/:$/, '')) ?? []
}

/** Contrast ratio of WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
