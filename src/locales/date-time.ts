import { dateWords, type DateWords } from './date-words.ts'
import { intlTag, type Locale } from './locales.ts'
import { hasTwelveHours } from './regions.ts'

/** What a clock on the wall of a place shows. A `Temporal.PlainDateTime` is one but for its region. */
export type WallClock = {
  readonly year: number
  /** 1 for January. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  /** Region (ISO 3166-1) of the place, whose way of writing times counts; null when unknown. */
  readonly region: string | null
}

/** Weekday, day and month in words, for example "donderdag 3 december"; with the year when asked. */
export function formatDate(locale: Locale, clock: WallClock, withYear: boolean): string {
  return dateIn(withYear ? 'dateWithYear' : 'date', locale, clock)
}

/** As `formatDate` with short names: "do 3 dec". For a text message that would otherwise cost more. */
export function formatShortDate(locale: Locale, clock: WallClock, withYear: boolean): string {
  return dateIn(withYear ? 'shortDateWithYear' : 'shortDate', locale, clock)
}

/** The time of day as the language writes it, with twenty-four hours or twelve by the region: "14:30", "14.30", "2:30 pm". */
export function formatTime(locale: Locale, { hour, minute, region }: WallClock): string {
  const formatters = formattersFor(locale, region)
  const minuteMs = Date.UTC(1970, 0, 1, hour, minute)
  return remembered(formatters.times, minuteMs, () =>
    formatters.words === null
      ? plainCharacters(formatters.time.format(minuteMs))
      : timeInWords(formatters.words, hour, minute, region),
  )
}

/** Joins items as the language does: "09:00, 10:00 en 11:00". */
export function formatList(locale: Locale, items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  const { words, list } = formattersFor(locale, null)
  if (words === null) return plainCharacters(list.format(items))
  return items.slice(0, -1).join(', ') + words.and + items.slice(-1).join('')
}

type DateStyle = 'date' | 'dateWithYear' | 'shortDate' | 'shortDateWithYear'

function dateIn(style: DateStyle, locale: Locale, clock: WallClock): string {
  const formatters = formattersFor(locale, clock.region)
  const dayMs = Date.UTC(clock.year, clock.month - 1, clock.day)
  return remembered(formatters[style].known, dayMs, () =>
    formatters.words === null
      ? inBasicForm(locale, plainCharacters(formatters[style].format.format(dayMs)))
      : dateInWords(formatters.words, style, clock, new Date(dayMs).getUTCDay()),
  )
}

function dateInWords(words: DateWords, style: DateStyle, { day, month, year }: WallClock, sundayBased: number): string {
  const isShort = style === 'shortDate' || style === 'shortDateWithYear'
  const withYear = style === 'dateWithYear' || style === 'shortDateWithYear'
  return (withYear ? words.dateWithYear : words.date)
    .replace('{weekday}', (isShort ? words.shortWeekdays : words.weekdays)[(sundayBased + 6) % 7] ?? '')
    .replace('{day}', String(day))
    .replace('{month}', (isShort ? words.shortMonths : words.months)[month - 1] ?? '')
    .replace('{year}', String(year))
}

function timeInWords(words: DateWords, hour: number, minute: number, region: string | null): string {
  const minutes = String(minute).padStart(2, '0')
  if (!hasTwelveHours(region)) return `${String(hour).padStart(2, '0')}:${minutes}`
  return `${hour % 12 || 12}:${minutes} ${words.dayPeriods[hour < 12 ? 0 : 1]}`
}

/** Finnish gives a date that has a year "on Thursday" and others "Thursday": a label and a sentence need one form. */
function inBasicForm(locale: Locale, date: string): string {
  if (locale === 'fi') return date.replace(/^(\S+)na /, '$1 ')
  // The comma that English writes only in some regions and with a year would break the sentence the date stands in.
  return locale === 'en' ? date.replaceAll(',', '') : date
}

type Formatter = { readonly format: Intl.DateTimeFormat; readonly known: Map<number, string> }

type Formatters = Readonly<Record<DateStyle, Formatter>> & {
  readonly words: DateWords | null
  readonly time: Intl.DateTimeFormat
  readonly times: Map<number, string>
  readonly list: Intl.ListFormat
}

const formattersByTag = new Map<string, Formatters>()

/** Intl formats the wall clock as if it were UTC, so that the zone is worked out in one place only. */
function formattersFor(locale: Locale, region: string | null): Formatters {
  const key = `${locale} ${region ?? ''}`
  const known = formattersByTag.get(key)
  if (known !== undefined) return known
  const tag = intlTag(locale, region)
  const dates = (names: 'long' | 'short', year?: 'numeric'): Formatter => ({
    format: new Intl.DateTimeFormat(tag, {
      weekday: names,
      day: 'numeric',
      month: names,
      ...(year && { year }),
      timeZone: 'UTC',
    }),
    known: new Map(),
  })
  const hours = hasTwelveHours(region)
    ? ({ hour: 'numeric', hourCycle: 'h12' } as const)
    : ({ hour: '2-digit', hourCycle: 'h23' } as const)
  const created: Formatters = {
    words: dateWords[locale] ?? null,
    date: dates('long'),
    dateWithYear: dates('long', 'numeric'),
    shortDate: dates('short'),
    shortDateWithYear: dates('short', 'numeric'),
    time: new Intl.DateTimeFormat(tag, { ...hours, minute: '2-digit', timeZone: 'UTC' }),
    times: new Map(),
    list: new Intl.ListFormat(tag, { type: 'conjunction' }),
  }
  formattersByTag.set(key, created)
  return created
}

/** What is written in one minute is mostly about few days and times. */
function remembered(known: Map<number, string>, key: number, write: () => string): string {
  const text = known.get(key)
  if (text !== undefined) return text
  if (known.size >= 5_000) known.clear()
  const written = write()
  known.set(key, written)
  return written
}

/**
 * ICU writes no-break and narrow spaces that differ between its versions and cost a text message its GSM-7 encoding, and
 * marks of direction, where our texts set off the whole value.
 */
function plainCharacters(text: string): string {
  return text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').replaceAll(/[\u061c\u200e\u200f]/g, '')
}
