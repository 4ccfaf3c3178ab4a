import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleAppointment, exampleMessageInput } from '#/messages/example-message-input.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { renderSms } from '#/messages/sms/render-sms.ts'
import { toGsm7Lossless } from '#/messages/sms/segments.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { formatDateTime, formatDay, formatShortDay, formatShortDayTime, formatTime } from '#web/ui/time/dates.ts'
import { instantOf } from '#/locales/zoned-time.ts'
import { addDays, dayOf, startOfDay, startOfWeek, timeOf } from '#web/ui/time/days.ts'
import { setClock } from '#web/api/clock.ts'
import { closestLocale, directionOf, languageNames, locales } from '#web/ui/language/locales.ts'

test('pages and messages tell the same day and time of an appointment, in every language and across a change of clocks', () => {
  const moments = {
    'Europe/Amsterdam': [
      '2027-03-28T00:59:00Z',
      '2027-03-28T01:00:00Z',
      '2027-10-31T00:30:00Z',
      '2027-10-31T01:30:00Z',
    ],
    'America/New_York': [
      '2027-03-14T06:59:00Z',
      '2027-03-14T07:00:00Z',
      '2027-11-07T05:30:00Z',
      '2027-11-07T06:30:00Z',
    ],
    'Asia/Kolkata': ['2027-06-01T18:29:00Z', '2027-06-01T18:30:00Z'],
    'America/Curacao': ['2027-01-01T03:59:00Z', '2027-01-01T04:00:00Z'],
  }
  for (const locale of locales.filter((one) => chooseLocale([one]).locale === one)) {
    for (const [timezone, instants] of Object.entries(moments)) {
      for (const instant of instants) {
        const startsAt = Temporal.Instant.from(instant)
        // Days of another year have it, which text messages leave out.
        setClock(instant)
        const appointment = exampleAppointment({ startsAt, endsAt: startsAt.add({ minutes: 20 }), timezone })
        const message = exampleMessageInput({
          appointments: [appointment],
          localePreferences: [locale],
          renderedAt: startsAt.subtract({ hours: 24 }),
        })
        const { subject, text } = renderEmail(message)
        const said = withoutDirections(`${subject}\n${text}`)
        const texted = toGsm7Lossless(withoutDirections(renderSms(message).text))
        const day = formatDay(instant, locale, timezone)
        const time = formatTime(new Date(instant), locale, timezone)
        const dateTime = formatDateTime(instant, locale, timezone)
        const dayWithYear = dateTime.slice(0, -time.length - 1)
        assert.equal(dateTime, `${dayWithYear} ${time}`)
        for (const part of [day, time, dayWithYear]) assert.ok(said.includes(part), `${locale} ${part}: ${said}`)
        // Text messages that would be too long have a short day.
        const shortDay = formatShortDay(instant, locale, timezone)
        const tells = (part: string) => texted.includes(toGsm7Lossless(part))
        assert.ok(tells(time) && (tells(day) || tells(shortDay)), `${locale} ${day}, ${shortDay}, ${time}: ${texted}`)
      }
    }
  }
})

test('short days, names of languages and directions are those of the server', () => {
  setClock('2026-11-20T00:00:00Z')
  assert.equal(formatShortDay('2026-11-24T13:30:00Z', 'nl', 'Europe/Amsterdam'), 'di 24 nov')
  assert.equal(formatShortDay('2026-11-24T13:30:00Z', 'pap-CW', 'America/Curacao'), 'djam 24 di nov')
  assert.equal(formatTime('2026-11-24T13:30:00Z', 'en', 'America/New_York'), '8:30 AM')
  assert.deepEqual(Object.keys(languageNames), [...locales])
  assert.deepEqual([directionOf('ur'), closestLocale('zh-TW')], ['rtl', 'zh-Hant'])
})

test('a day of another year has its year, and a time of another zone than the reader’s names it', () => {
  setClock('2026-12-20T00:00:00Z')
  const newYearsEve = '2027-01-01T03:30:00Z'
  assert.equal(formatShortDayTime('2027-12-23T19:42:00Z', 'en', 'Europe/Amsterdam'), 'Thu 23 Dec 2027 20:42')
  assert.equal(formatShortDayTime('2026-12-23T19:42:00Z', 'en', 'Europe/Amsterdam'), 'Wed 23 Dec 20:42')
  // The year is that of the place.
  assert.equal(formatDay(newYearsEve, 'nl', 'America/Curacao'), 'donderdag 31 december')
  assert.equal(formatDay(newYearsEve, 'nl', 'Europe/Amsterdam'), 'vrijdag 1 januari 2027')
  assert.equal(formatTime(newYearsEve, 'en', 'America/New_York', 'Europe/Amsterdam'), '10:30 PM (New York)')
  assert.equal(formatTime(newYearsEve, 'en', 'America/New_York', 'America/New_York'), '10:30 PM')
})

const withoutDirections = (text: string) => text.replaceAll(/\p{Bidi_Control}/gu, '')

test('a local day and time are the instant that Temporal finds, also where a change of clocks skips or repeats them', () => {
  const times = ['00:00', '00:30', '02:00', '02:30', '03:00'] as const
  for (const zone of [
    'Europe/Amsterdam',
    'America/New_York',
    'Africa/Cairo',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'UTC',
  ])
    for (let day = Temporal.PlainDate.from('2026-01-01'); day.year < 2027; day = day.add({ days: 1 }))
      for (const time of times) {
        const expected = day.toZonedDateTime({ timeZone: zone, plainTime: time })
        const instant = instantOf(day.toString(), time, zone)
        assert.equal(instant.getTime(), expected.epochMilliseconds, `${day} ${time} ${zone}`)
        assert.equal(dayOf(instant, zone), expected.toPlainDate().toString())
        assert.equal(timeOf(instant, zone), expected.toPlainTime().toString().slice(0, 5))
      }
  assert.equal(startOfDay('2026-04-24', 'Africa/Cairo'), '2026-04-23T22:00:00.000Z')
  assert.equal(addDays('2026-02-27', 2), '2026-03-01')
  assert.deepEqual(['2026-11-23', '2026-11-29'].map(startOfWeek), ['2026-11-23', '2026-11-23'])
})
