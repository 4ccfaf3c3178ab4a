import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleAppointment, exampleMessageInput } from '#/messages/example-message-input.ts'
import { messageKinds, type MessageInput } from '#/messages/message-input.ts'
import { renderSms } from './render-sms.ts'
import { locales } from '#/locales/locales.ts'
import { measureSms, offendingCharacters } from './segments.ts'

const longName = 'Gezondheidscentrum en Huisartsenpraktijk De Grote Lindeboom aan de Vecht'
const longInput = {
  holder: { displayName: longName, phoneNumber: null, websiteUrl: null },
  appointments: [
    exampleAppointment({
      startsAt: Temporal.Instant.from('2027-09-22T12:30:00Z'),
      place: `Burgemeester Van Lindenstraat 1234, ${'gebouw B '.repeat(18)}`,
      title: 'Een behandeling met een lange naam'.repeat(3),
    }),
  ],
  link: `https://tijdig.example/a/${'x'.repeat(45)}`,
} satisfies Partial<MessageInput>

test('an ordinary message in Dutch or English fits one part in GSM-7', () => {
  for (const kind of messageKinds) {
    for (const locale of ['nl', 'en']) {
      for (const canReply of [true, false]) {
        const sms = renderSms(exampleMessageInput({ kind, canReply, localePreferences: [locale] }))
        assert.deepEqual([sms.encoding, sms.segments], ['gsm7', 1], sms.text)
      }
    }
  }
})

test('the longest names, a title and a long link still fit two parts', () => {
  for (const kind of messageKinds) {
    for (const locale of ['nl', 'en']) {
      for (const requestOpen of [true, false]) {
        const sms = renderSms(exampleMessageInput({ ...longInput, kind, requestOpen, localePreferences: [locale] }))
        assert.ok(sms.segments <= 2, `${sms.segments}: ${sms.text}`)
        assert.match(sms.text, /14:30/)
        const hasLink = !requestOpen && kind !== 'delay' && kind !== 'postponed'
        if (hasLink) assert.match(sms.text, /(?:Info|Bevestigen|To confirm): https:\S+$/)
      }
    }
  }
})

test('a text in UCS-2 takes its short date where that saves a part', () => {
  const named = (length: number) =>
    renderSms(
      exampleMessageInput({
        kind: 'confirm_prompt',
        canReply: true,
        link: null,
        localePreferences: ['zh-Hans'],
        holder: { displayName: 'x'.repeat(length), phoneNumber: null, websiteUrl: null },
      }),
    )
  const lengths = Array.from({ length: 40 }, (_, index) => index + 1)
  const longest =
    lengths.findLast((length) => named(length).text.includes('星期四') && named(length).segments === 1) ?? 0
  assert.equal(measureSms(named(longest).text).units, 70)
  assert.match(named(longest + 1).text, /周四/)
  assert.equal(named(longest + 1).segments, 1)
})

test('of a text that is too long the place goes before the weekday, and both before the link', () => {
  const text = (place: string, link: string) =>
    renderSms(
      exampleMessageInput({
        appointments: [exampleAppointment({ place })],
        link,
        localePreferences: ['bg'],
      }),
    ).text
  const link = `https://tijdig.example/${'x'.repeat(26)}`
  assert.match(text('Lindelaan 12, Utrecht Zuid', link), /чт, 3\.12, 14:30, Lindelaan 12\.\.\. Инфо: https/)
  assert.match(text('Lindelaan 12, Utrecht', `${link}${'x'.repeat(24)}`), /3\.12, 14:30\. Инфо: https/)
})

test('a place with its own full stop does not double it', () => {
  const inPlace = (place: string) =>
    renderSms(exampleMessageInput({ appointments: [exampleAppointment({ place })] })).text
  assert.match(inPlace('Gebouw B.'), /Gebouw B\. Info/)
  assert.match(inPlace('Burgemeester Van Lindenstraat 1234, gebouw B, verdieping 3'), /[^.]\.\.\. Info/)
})

test('nothing about the recipient, the phone or the website is in an SMS', () => {
  for (const kind of messageKinds) {
    const { text } = renderSms(exampleMessageInput({ kind }))
    assert.doesNotMatch(text, /Sam|\+31|delinde\.example/)
  }
})

test('a title is told only when it is given', () => {
  const titled = exampleMessageInput({ appointments: [exampleAppointment({ title: 'Knippen' })] })
  assert.match(renderSms(titled).text, /14:30 \(Knippen\), Lindelaan/)
})

test('a reply is asked for only where one arrives, and the link joins it only within one part', () => {
  const prompt = exampleMessageInput({ kind: 'confirm_prompt', canReply: true, link: 'https://tijdig.example/a/k7q' })
  assert.match(renderSms(prompt).text, /Antwoord JA om te bevestigen\. Info: https:/)
  assert.match(renderSms({ ...prompt, link: `https://tijdig.example/a/${'x'.repeat(40)}` }).text, /bevestigen\.$/)
  assert.match(renderSms({ ...prompt, link: null }).text, /bevestigen\.$/)
  assert.doesNotMatch(renderSms({ ...prompt, canReply: false }).text, /Antwoord/)
  assert.match(renderSms({ ...prompt, canReply: false }).text, /Bevestigen: https:/)
})

test('while a request is open no confirmation is asked', () => {
  for (const canReply of [true, false]) {
    const { text } = renderSms(exampleMessageInput({ kind: 'confirm_prompt', canReply, requestOpen: true }))
    assert.match(text, /^Herinnering: .*Uw verzoek loopt nog\. Tot ons antwoord verandert er niets\./)
    assert.doesNotMatch(text, /Antwoord JA|Bevestig/)
  }
})

test('a cancelled appointment is not said to stand', () => {
  const { text } = renderSms(exampleMessageInput({ kind: 'cancellation', requestOpen: true }))
  assert.doesNotMatch(text, /verzoek/)
})

test('appointments of one day are told in order, with the date and the place once', () => {
  const { text } = renderSms(exampleMessageInput({ appointments: sameDay('Zaal 1', 'Zaal 1', 'Zaal 1') }))
  assert.match(text, /afspraken bij Praktijk De Linde op donderdag 3 december om 09:00, 14:30 en 16:00, Zaal 1\./)
})

test('places that differ stand with their times', () => {
  const { text } = renderSms(exampleMessageInput({ appointments: sameDay('Zaal 2', 'Zaal 1', 'Zaal 2') }))
  assert.match(text, /om 09:00 \(Zaal 1\), 14:30 \(Zaal 2\) en 16:00 \(Zaal 2\)\./)
})

test('appointments of different days keep their own dates', () => {
  const next = exampleAppointment({ startsAt: Temporal.Instant.from('2026-12-04T08:00:00Z') })
  const { text } = renderSms(exampleMessageInput({ appointments: [next, exampleAppointment()] }))
  assert.match(text, /op do 3 dec om 14:30 en vr 4 dec om 09:00, Lindelaan/)
})

test('a date more than half a year ahead has its year', () => {
  const far = exampleAppointment({ startsAt: Temporal.Instant.from('2027-09-22T12:30:00Z') })
  assert.match(renderSms(exampleMessageInput({ appointments: [far] })).text, /woensdag 22 september 2027 om 14:30/)
})

test('typography costs nothing, and a letter outside GSM-7 is named and kept', () => {
  const named = (displayName: string) =>
    renderSms(exampleMessageInput({ holder: { displayName, phoneNumber: null, websiteUrl: null } }))
  const curly = named('Praktijk ‘Sint–Jan’')
  assert.match(curly.text, /Praktijk 'Sint-Jan'/)
  assert.equal(curly.encoding, 'gsm7')
  const zoe = named('Praktijk Zoë ‘Linde’')
  assert.deepEqual([zoe.encoding, offendingCharacters(zoe.text)], ['ucs2', ['ë']])
  assert.match(zoe.text, /Zoë ‘Linde’/)
})

test('names stay on one line', () => {
  const sms = renderSms(
    exampleMessageInput({
      holder: { displayName: 'De\r\nLinde', phoneNumber: null, websiteUrl: null },
      appointments: [exampleAppointment({ place: 'Zaal\n1' })],
    }),
  )
  assert.doesNotMatch(sms.text, /[\r\n]/)
})

test('ICU syntax in a name is only text', () => {
  const holder = { displayName: "{count} <b>'#' {", phoneNumber: null, websiteUrl: null }
  assert.ok(renderSms(exampleMessageInput({ holder })).text.includes("{count} <b>'#' {"))
})

test('the language and its fallback are recorded', () => {
  const sms = renderSms(exampleMessageInput({ localePreferences: ['xx', 'en'] }))
  assert.deepEqual([sms.locale, sms.isLocaleFallback, sms.templateVersion.slice(0, 3)], ['en', true, 'en-'])
})

test('the same input gives the same text', () => {
  assert.deepEqual(renderSms(exampleMessageInput()), renderSms(exampleMessageInput()))
})

function sameDay(late: string, early: string, last: string): MessageInput['appointments'] {
  return [
    exampleAppointment({ place: late }),
    exampleAppointment({ startsAt: Temporal.Instant.from('2026-12-03T08:00:00Z'), place: early }),
    exampleAppointment({ startsAt: Temporal.Instant.from('2026-12-03T15:00:00Z'), place: last }),
  ]
}

test('a prompt that can be answered by a reply keeps its link, where that costs no part more than its language needs', () => {
  const link = 'https://afspraak.example/m/AbCd1234EfG7h'
  const lost: string[] = []
  for (const locale of locales)
    for (const smsAlphabet of ['natural', 'plain_latin'] as const) {
      const input: Partial<MessageInput> = {
        kind: 'confirm_prompt',
        canReply: true,
        localePreferences: [locale],
        appointments: [exampleAppointment({ place: 'Lindelaan 12, Utrecht' })],
        holder: { displayName: 'Huisartsenpraktijk De Linde', phoneNumber: null, websiteUrl: null },
        smsAlphabet,
      }
      const without = renderSms(exampleMessageInput({ ...input, link: null }))
      const sms = renderSms(exampleMessageInput({ ...input, link }))
      assert.ok(sms.segments <= Math.max(without.segments, sms.encoding === 'gsm7' ? 1 : 2), `${locale}: ${sms.text}`)
      if (sms.text.includes(link)) continue
      lost.push(`${locale} ${sms.encoding}`)
      // A language that fits one part does not pay for a second.
      assert.deepEqual([sms.encoding, sms.segments], ['gsm7', 1], `${locale}: ${sms.text}`)
      assert.ok(measureSms(`${sms.text} Info: ${link}`).segments > 1, `${locale}: ${sms.text}`)
    }
  assert.ok(lost.length < 25, lost.join())
})
