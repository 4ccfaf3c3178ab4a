import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatBriefDate,
  formatDate,
  formatList,
  formatShortDate,
  formatTime,
  formatTimes,
  formatWeekday,
  writtenHour,
  type WallClock,
} from './date-time.ts'
import { dateWords } from './date-words.ts'
import { intlTag, locales, type Locale } from './locales.ts'
import { hasTwelveHours, regionOfZone } from './regions.ts'
import { wallClockAt } from './wall-clock.ts'
import { zonesByArea } from './zone-regions.ts'

const afternoon: WallClock = { year: 2026, month: 12, day: 3, hour: 14, minute: 30, region: 'NL' }

test('date, weekday and time are those of the language of the text', () => {
  assert.equal(formatDate('nl', afternoon, false), 'donderdag 3 december')
  assert.equal(formatDate('nl', afternoon, true), 'donderdag 3 december 2026')
  assert.equal(formatShortDate('nl', afternoon, false), 'do 3 dec')
  assert.equal(formatDate('en', afternoon, true), 'Thursday 3 December 2026')
  assert.equal(formatDate('fi', afternoon, true), 'torstai 3. joulukuuta 2026')
  assert.equal(formatDate('fi', afternoon, false), 'torstai 3. joulukuuta')
  assert.equal(formatDate('mt', afternoon, false), "Il-Ħamis, 3 ta' Diċembru")
  assert.equal(formatDate('pap-CW', afternoon, true), 'djaweps 3 di desèmber 2026')
  assert.equal(formatDate('pap-AW', afternoon, false), 'diahuebs 3 di december')
  assert.equal(formatDate('ja', afternoon, false), '12月3日(木)')
  assert.equal(formatDate('vi', afternoon, false), 'Thứ Năm, ngày 3 tháng 12')
  assert.equal(formatDate('vi', afternoon, true), 'Thứ Năm, ngày 3 tháng 12 năm 2026')
  assert.equal(formatDate('ta', afternoon, false), 'வியாழன், 3 டிசம்பர்')
  assert.equal(formatDate('ta', afternoon, true), 'வியாழன், 3 டிசம்பர், 2026')
  assert.equal(formatBriefDate('nl', afternoon, false), '3 dec')
  assert.equal(formatBriefDate('pap-CW', afternoon, true), '3 di des 2026')
  assert.equal(formatTime('fi', afternoon), '14.30')
})

test('hours, and the order of English, are those of the region', () => {
  const inRegion = (region: string | null) => ({ ...afternoon, region })
  assert.equal(formatTime('en', inRegion('US')), '2:30 PM')
  assert.equal(formatDate('en', inRegion('US'), true), 'Thursday December 3 2026')
  assert.equal(formatTime('hi', inRegion('IN')), '2:30 pm')
  assert.equal(formatTime('pa-Guru', inRegion('IN')), '2:30 pm')
  assert.equal(formatTime('es', { ...inRegion('MX'), hour: 1 }).replace(/\s/g, ''), '1:30a.m.')
  // French Canada writes 24 hours, and so do the speakers of most languages wherever they read.
  assert.equal(formatTime('fr', inRegion('CA')), '14 h 30')
  for (const locale of ['fr', 'de', 'nl', 'pt', 'pl'] as const)
    assert.equal(formatTime(locale, inRegion('US')), '14:30')
  for (const region of ['NL', 'CW', 'AW', 'BQ', null]) {
    assert.match(formatTime('en', inRegion(region)), /^14:30$/)
    assert.match(formatTime('pap-AW', inRegion(region)), /^14:30$/)
    assert.equal(formatDate('en', inRegion(region), false), 'Thursday 3 December')
  }
  assert.equal(formatTime('nl', { ...afternoon, hour: 0, minute: 5 }), '00:05')
  assert.equal(formatTime('en', { ...inRegion('US'), hour: 0, minute: 5 }), '12:05 AM')
})

test('short dates are those that natives write, also on the days that two readings would take for another', () => {
  const short = (locale: Locale, month: number, day: number, year: number | null = null) =>
    formatShortDate(locale, { ...afternoon, month, day, year: year ?? 2026 }, year !== null)
  const brief = (locale: Locale) => formatBriefDate(locale, { ...afternoon, month: 6, day: 1 }, false)
  assert.equal(short('lt', 6, 1), 'birž. 1 d., pirm.')
  assert.equal(short('lt', 1, 1, 2027), '2027 m. saus. 1 d., penkt.')
  assert.equal(brief('lt'), 'birž. 1 d.')
  assert.equal(short('pt', 6, 1), 'seg., 1 de jun.')
  assert.equal(short('pt', 1, 1, 2027), 'sex., 1 de jan. de 2027')
  assert.equal(short('fr', 1, 1, 2027), 'ven. 1er janv. 2027')
  assert.equal(brief('ta'), '1 ஜூன்')
  assert.equal(short('bn', 1, 1, 2027), 'শুক্র, 1 জানুয়ারি 2027')
  assert.equal(short('ur', 1, 1, 2027), 'جمعہ، 1 جنوری 2027')
  assert.equal(short('vi', 6, 1), 'Thứ 2, 1/6')
  assert.equal(short('hr', 6, 1), 'pon, 01. 06.')
  assert.equal(short('pa-Guru', 12, 3), 'ਵੀਰਵਾਰ, 3 ਦਸੰ')
})

test('Swahili says which half of the day it means, as its own clock begins at six', () => {
  const times = [0, 1, 9, 12, 13, 17, 20].map((hour) => formatTime('sw', { ...afternoon, hour }))
  assert.deepEqual(times, [
    '00:30 usiku',
    '01:30 usiku',
    '09:30 asubuhi',
    '12:30 mchana',
    '13:30 mchana',
    '17:30 jioni',
    '20:30 usiku',
  ])
})

test('the written hour is the one that a reader sees', () => {
  const hourIn = (locale: Locale, hour: number, region: string) => writtenHour(locale, { ...afternoon, hour, region })
  assert.deepEqual(
    [
      hourIn('es', 13, 'MX'),
      hourIn('es', 13, 'ES'),
      hourIn('es', 1, 'ES'),
      hourIn('es', 0, 'MX'),
      hourIn('pt', 13, 'US'),
    ],
    [1, 13, 1, 12, 13],
  )
})

test('every locale writes the day and the time of the wall clock, in Latin digits, and nothing but text', () => {
  for (const locale of locales) {
    for (const minute of [0, 59]) {
      const time = formatTime(locale, { ...afternoon, minute })
      assert.match(time, new RegExp(`14[:.]${String(minute).padStart(2, '0')}`), locale)
    }
    for (const write of [formatDate, formatShortDate]) {
      for (let month = 1; month <= 12; month += 1) {
        const text = write(locale, { ...afternoon, month, day: 28 }, true)
        assert.match(text, /(?<!\d)28(?!\d)/, `${locale} ${text}`)
        assert.match(text, /2026/, `${locale} ${text}`)
        assert.match(text, /^[\p{L}\p{M}\p{Nd}\u200c ./,،、()'’-]+$/u, `${locale} ${text}`)
      }
    }
  }
})

test('two days, and two months, never read the same', () => {
  const day = (index: number) => ({ ...afternoon, month: 3, day: 11 + index })
  for (const locale of locales) {
    for (const write of [formatDate, formatShortDate]) {
      const days = Array.from({ length: 7 }, (_, index) => write(locale, day(index), false).replace(/1[1-7]/, ''))
      const months = Array.from({ length: 12 }, (_, index) =>
        write(locale, { ...afternoon, month: index + 1, day: 10 }, false),
      )
      assert.equal(new Set(days).size, 7, locale)
      assert.equal(new Set(months).size, 12, locale)
    }
  }
})

test('weekdays have the names that dates have', () => {
  assert.equal(formatWeekday('nl', 1, 'long'), 'maandag')
  assert.equal(formatWeekday('pap-AW', 7, 'long'), 'diadomingo')
  assert.equal(formatWeekday('ga', 4, 'short'), 'Déar')
})

test('lists are joined as the language does', () => {
  assert.equal(formatList('nl', ['09:00']), '09:00')
  assert.equal(formatList('nl', ['09:00', '10:00', '11:00']), '09:00, 10:00 en 11:00')
  assert.equal(formatList('en', ['09:00', '10:00', '11:00']), '09:00, 10:00 and 11:00')
  assert.equal(formatList('pap-CW', ['09:00', '10:00']), '09:00 i 10:00')
  assert.equal(formatList('ja', ['09:00', '10:00']), '09:00、10:00')
  assert.equal(formatList('lt', ['09:00', '10:00']), '09:00 ir 10:00')
  assert.equal(formatList('hi', ['09:00', '10:00', '11:00']), '09:00, 10:00 और 11:00')
  assert.equal(formatList('ur', ['09:00', '10:00', '11:00']), '09:00، 10:00 اور 11:00')
  assert.equal(formatList('fa', ['09:00', '10:00', '11:00']), '09:00، 10:00 و 11:00')
})

test('times of one part of the day name it once, and those of two each', () => {
  const listed = (locale: Locale, region: string, minutes: readonly number[]) =>
    formatTimes(
      locale,
      minutes.map((minute) =>
        formatTime(locale, { ...afternoon, hour: 11 + Math.floor(minute / 60), minute: minute % 60, region }),
      ),
    )
  assert.equal(listed('en', 'US', [0, 10, 20]), '11:00, 11:10 and 11:20 AM')
  assert.equal(listed('en', 'US', [50, 60]), '11:50 AM and 12:00 PM')
  assert.equal(listed('ko', 'KR', [0, 10]), '오전 11:00 및 11:10')
  assert.equal(listed('sw', 'KE', [0, 10, 20]), '11:00, 11:10 na 11:20 asubuhi')
  assert.equal(listed('nl', 'NL', [0, 10]), '11:00 en 11:10')
  assert.equal(listed('nl', 'NL', [0]), '11:00')
})

test('our own words for a language that Node knows are those of Node', () => {
  for (const locale of ['ga', 'lt', 'mt', 'pa-Guru'] as const) {
    for (let day = 1; day <= 31; day += 1) {
      const ms = Date.UTC(2026, day % 12, day)
      const intl = new Intl.DateTimeFormat(intlTag(locale), {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      })
      const date = new Date(ms)
      const own = formatDate(locale, { ...afternoon, month: date.getUTCMonth() + 1, day: date.getUTCDate() }, false)
      assert.equal(own, intl.format(ms).replaceAll('’', "'"), locale)
    }
  }
})

test('a language without dates in Intl has its own words', () => {
  for (const locale of locales) {
    if (Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0) assert.ok(dateWords[locale], locale)
  }
})

test('every zone that Intl knows has its region, and regions write hours as Intl says', () => {
  for (const zone of Intl.supportedValuesOf('timeZone').filter((one) => one.includes('/') && !one.startsWith('Etc/'))) {
    assert.notEqual(regionOfZone(zone), null, zone)
  }
  for (const region of new Set(
    Object.values(zonesByArea)
      .join('\n')
      .match(/^[A-Z]{2}/gm),
  )) {
    const intl = new Intl.Locale(`und-${region}`)
    assert.equal(hasTwelveHours(region), /h1[12]/.test(intl.getHourCycles()[0] ?? ''), region)
  }
})

test('what a browser works out for a clock is what Temporal says, around every change of it', () => {
  for (const zone of [
    'Europe/Amsterdam',
    'America/New_York',
    'America/Curacao',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  ]) {
    let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`)
    for (let changes = 0; at !== null && changes < 4; changes += 1) {
      const zoned: Temporal.ZonedDateTime = at
      for (const minutes of [-61, -1, 0, 1, 61]) {
        const { epochMilliseconds, year, month, day, hour, minute } = zoned.add({ minutes })
        const clock = { year, month, day, hour, minute }
        assert.deepEqual(wallClockAt(epochMilliseconds, zone), clock, `${zone} ${zoned}`)
      }
      at = zoned.getTimeZoneTransition('next')
    }
  }
})
