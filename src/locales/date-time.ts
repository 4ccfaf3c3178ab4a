import { dateWords, type DateWords } from './date-words.ts'
import { intlTag, type Locale } from './locales.ts'
import { hasTwelveHours } from './regions.ts'

/** Local time at a place. A `Temporal.PlainDateTime` has all of it but the region. */
export type WallClock = {
  readonly year: number
  /** 1 for January. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  /** Region (ISO 3166-1) of the place, which decides how times are written; null when unknown. */
  readonly region: string | null
}

/** Weekday, day and month in words, for example "donderdag 3 december"; with the year when asked. */
export function formatDate(locale: Locale, clock: WallClock, withYear: boolean): string {
  return dateIn(withYear ? 'dateWithYear' : 'date', locale, clock)
}

/** As `formatDate` with short names: "do 3 dec". For text messages that would otherwise cost more. */
export function formatShortDate(locale: Locale, clock: WallClock, withYear: boolean): string {
  return dateIn(withYear ? 'shortDateWithYear' : 'shortDate', locale, clock)
}

/** Day and month alone, "3 dec": the shortest that still names the day. */
export function formatBriefDate(locale: Locale, clock: WallClock, withYear: boolean): string {
  return dateIn(withYear ? 'briefDateWithYear' : 'briefDate', locale, clock)
}

/** The time of day as the language writes it, in 12 or 24 hours by language and region: "14:30", "14.30", "2:30 pm". */
export function formatTime(locale: Locale, { hour, minute, region }: WallClock): string {
  const { words, times, time, part } = formattersFor(locale, region)
  const minuteMs = Date.UTC(1970, 0, 1, hour, minute)
  return remembered(times, minuteMs, () => {
    const digits = words === null ? plainCharacters(time.format(minuteMs)) : timeInDigits(locale, hour, minute, region)
    // Of the hours of noon and midnight Intl names the hour itself: the next one is in the same part of the day.
    return part === null ? digits : `${digits} ${part.format(Date.UTC(1970, 0, 1, hour % 12 === 0 ? hour + 1 : hour))}`
  })
}

/** The hour as `formatTime` writes it: 1 for 01:00 and for 1:00 pm. */
export function writtenHour(locale: Locale, { hour, region }: WallClock): number {
  return isTwelveHours(locale, region) ? hour % 12 || 12 : hour
}

/** The name of a weekday, 1 for Monday to 7 for Sunday (ISO 8601). */
export function formatWeekday(locale: Locale, weekday: number, length: 'long' | 'short'): string {
  const words = dateWords[locale]
  if (words !== undefined) return (length === 'long' ? words.weekdays : words.shortWeekdays)[weekday - 1] ?? ''
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(intlTag(locale), { weekday: length, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  )
}

/** Joins items as the language does: "09:00, 10:00 en 11:00". */
export function formatList(locale: Locale, items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  const { words, list } = formattersFor(locale, null)
  if (words !== null) return items.slice(0, -1).join(', ') + words.and + items.slice(-1).join('')
  return list
    .formatToParts(items)
    .map(({ type, value }) => (type === 'literal' ? between(locale, plainCharacters(value)) : value))
    .join('')
}

/** As `formatList` for times of one day, as `formatTime` writes them: what all have around their digits is said once, "9:00, 10:00 and 11:30 am". */
export function formatTimes(locale: Locale, times: readonly string[]): string {
  const [[before, after] = ['', ''], ...others] = times.map(aroundDigits)
  const isShared = others.every((around) => around[0] === before && around[1] === after)
  if (!isShared) return formatList(locale, times)
  return formatList(
    locale,
    times.map((time, index) =>
      time.slice(index === 0 ? 0 : before.length, index === times.length - 1 ? undefined : time.length - after.length),
    ),
  )
}

/** What stands before the first digit and after the last one. */
function aroundDigits(time: string): readonly [string, string] {
  return [/^\P{Nd}*/u.exec(time)?.[0] ?? '', /\P{Nd}*$/u.exec(time)?.[0] ?? '']
}

/** Hindi, Urdu and Persian write no comma before their word for "and". */
function between(locale: Locale, separator: string): string {
  return locale === 'hi' || locale === 'ur' || locale === 'fa' ? separator.replace(/^[,،](?= \p{L})/u, '') : separator
}

type DateStyle = `${'date' | 'shortDate' | 'briefDate'}${'' | 'WithYear'}`

function dateIn(style: DateStyle, locale: Locale, clock: WallClock): string {
  const formatters = formattersFor(locale, clock.region)
  const dayMs = Date.UTC(clock.year, clock.month - 1, clock.day)
  const { format, known } = formatters.dates[style]
  return remembered(known, dayMs, () =>
    formatters.words === null
      ? asWritten(locale, style, plainCharacters(format().format(dayMs)))
      : dateInWords(formatters.words, style, clock, new Date(dayMs).getUTCDay()),
  )
}

function dateInWords(words: DateWords, style: DateStyle, { day, month, year }: WallClock, sundayBased: number): string {
  const isLong = style.startsWith('date')
  const pattern = style.endsWith('WithYear') ? words.dateWithYear : words.date
  return (style.startsWith('brief') ? pattern.replace(/^\{weekday\},? |, \{weekday\}$/, '') : pattern)
    .replace('{weekday}', (isLong ? words.weekdays : words.shortWeekdays)[(sundayBased + 6) % 7] ?? '')
    .replace('{day}', String(day))
    .replace('{month}', (isLong ? words.months : words.shortMonths)[month - 1] ?? '')
    .replace('{year}', String(year))
}

/** For the languages whose times browsers lack; of those, only Punjabi has 12 hours. */
function timeInDigits(locale: Locale, hour: number, minute: number, region: string | null): string {
  const minutes = String(minute).padStart(2, '0')
  if (!isTwelveHours(locale, region)) return `${String(hour).padStart(2, '0')}:${minutes}`
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'am' : 'pm'}`
}

/** Corrects Intl where it does not write a date as the language does in a message, or writes it in two ways. */
function asWritten(locale: Locale, style: DateStyle, date: string): string {
  switch (locale) {
    case 'fi':
      // "On Thursday" with a year, "Thursday" without.
      return date.replace(/^(\S+)na /, '$1 ')
    case 'en':
      // English writes a comma only in some regions and with a year; within a sentence it would be in the way.
      return date.replaceAll(',', '')
    case 'fr':
      return date.replace(/(?<!\d)1 (?=\p{L})/u, '1er ')
    case 'bn':
      // A comma after the weekday and none before the year; Intl does so without a year, and the reverse with one.
      return date.replace(/^([^\d,]+) (?=\d)/, '$1, ').replace(/, (?=\d{4}$)/, ' ')
    case 'ur':
      return date.replace(/، (?=\d{4}$)/, ' ')
    case 'ta':
      // The month comes first only without a year.
      return date.replace(/^([^\d ]+) (\d+)(?:, (.+))?$/, (_, month, day, weekday) =>
        weekday === undefined ? `${day} ${month}` : `${weekday}, ${day} ${month}`,
      )
    case 'vi':
      return style.startsWith('date') ? date.replace(/(?<=, )(\d+ tháng \d+)(?:, (?=\d))?/, vietnameseDay) : date
    default:
      return date
  }
}

function vietnameseDay(matched: string, day: string): string {
  return matched === day ? `ngày ${day}` : `ngày ${day} năm `
}

type Formatter = { readonly format: () => Intl.DateTimeFormat; readonly known: Map<number, string> }

type Formatters = {
  readonly words: DateWords | null
  readonly dates: Readonly<Record<DateStyle, Formatter>>
  readonly time: Intl.DateTimeFormat
  /** Writes the part of the day, where a time is not clear without it. */
  readonly part: Intl.DateTimeFormat | null
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
  const dates = (options: Intl.DateTimeFormatOptions): Formatter => {
    let format: Intl.DateTimeFormat | undefined
    return {
      // Made on first use: most styles of most languages are never needed.
      format: () => (format ??= new Intl.DateTimeFormat(tag, { ...options, day: 'numeric', timeZone: 'UTC' })),
      known: new Map(),
    }
  }
  // Japanese writes 12月3日(木).
  const long = { weekday: locale === 'ja' ? 'short' : 'long', month: 'long' } as const
  const brief: Intl.DateTimeFormatOptions = { month: shortMonths[locale] ?? 'short' }
  const short: Intl.DateTimeFormatOptions = { ...brief, weekday: 'short' }
  const year = { year: 'numeric' } as const
  const hours = isTwelveHours(locale, region)
    ? ({ hour: 'numeric', hourCycle: 'h12' } as const)
    : ({ hour: '2-digit', hourCycle: 'h23' } as const)
  const created: Formatters = {
    words: dateWords[locale] ?? null,
    dates: {
      date: dates(long),
      dateWithYear: dates({ ...long, ...year }),
      shortDate: dates(short),
      shortDateWithYear: dates({ ...short, ...year }),
      briefDate: dates(brief),
      briefDateWithYear: dates({ ...brief, ...year }),
    },
    time: new Intl.DateTimeFormat(tag, { ...hours, minute: '2-digit', timeZone: 'UTC' }),
    // Swahili counts hours from six in the morning: 09:00 alone is also read as three in the afternoon.
    part: locale === 'sw' ? new Intl.DateTimeFormat(tag, { dayPeriod: 'long', timeZone: 'UTC' }) : null,
    times: new Map(),
    list: new Intl.ListFormat(tag, { type: 'conjunction' }),
  }
  formattersByTag.set(key, created)
  return created
}

/** Where nobody shortens the names of months, or only Intl does. */
const shortMonths: Partial<Record<Locale, 'long' | 'numeric'>> = {
  bn: 'long',
  hi: 'long',
  hr: 'numeric',
  vi: 'numeric',
}

/** Most languages write 24 hours wherever they are read, and these as the region does. */
const twelveHourLocales: ReadonlySet<Locale> = new Set<Locale>(
  // oxfmt-ignore
  ['en', 'es', 'zh-Hans', 'zh-Hant', 'hi', 'ar', 'bn', 'ur', 'ko', 'ta', 'pa-Guru', 'el'],
)

function isTwelveHours(locale: Locale, region: string | null): boolean {
  return twelveHourLocales.has(locale) && hasTwelveHours(region)
}

/** Caches: the messages of one minute are mostly about the same few days and times. */
function remembered(known: Map<number, string>, key: number, write: () => string): string {
  const text = known.get(key)
  if (text !== undefined) return text
  if (known.size >= 5_000) known.clear()
  const written = write()
  known.set(key, written)
  return written
}

/**
 * ICU writes no-break and narrow spaces, which differ between its versions and are not in GSM-7, and bidi marks, while
 * our texts isolate the whole value.
 */
function plainCharacters(text: string): string {
  return text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').replaceAll(/[\u061c\u200e\u200f]/g, '')
}
