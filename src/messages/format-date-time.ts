import { dateWords, type DateWords } from '#/locales/date-words.ts'
import { intlTag, type Locale } from '#/locales/locales.ts'

/**
 * The wall clock of an instant in an IANA zone, to the minute, which is all that a message says. Throws RangeError for a
 * zone Temporal does not know.
 */
export function localDateTime(instant: Temporal.Instant, timezone: string): Temporal.PlainDateTime {
  return wallClock(instant, timezone).local
}

/** What a clock in a zone shows at an instant, and how far it is from UTC, such as `+01:00`. */
type WallClock = { readonly local: Temporal.PlainDateTime; readonly offset: string }

function wallClock(instant: Temporal.Instant, timezone: string): WallClock {
  const minute = Math.floor(instant.epochMilliseconds / 60_000)
  const key = `${minute} ${timezone}`
  const known = wallClocks.get(key)
  if (known !== undefined) return known
  const zoned = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(timezone)
  return remember(wallClocks, key, { local: zoned.toPlainDateTime(), offset: zoned.offset })
}

// What is sent in one minute is mostly about few others, and one message asks several times for each.
const wallClocks = new Map<string, WallClock>()

const rememberedMax = 5_000

function remember<Key, Value>(known: Map<Key, Value>, key: Key, value: Value): Value {
  if (known.size >= rememberedMax) known.clear()
  known.set(key, value)
  return value
}

/** Weekday, day and month in words, for example "donderdag 3 december"; with the year when asked. */
export function formatDate(locale: Locale, local: Temporal.PlainDateTime, withYear: boolean): string {
  const words = wordsOf(locale)
  if (words !== null) return formatDateInWords(words, local, withYear)
  const { date, dateWithYear, dates } = formattersFor(locale)
  const dayMs = Date.UTC(local.year, local.month - 1, local.day)
  const key = withYear ? dayMs + 1 : dayMs
  return dates.get(key) ?? remember(dates, key, plainSpaces((withYear ? dateWithYear : date).format(dayMs)))
}

/** The time of day on a 24-hour clock, in the locale's writing: "14:30", "14.30". */
export function formatTime(locale: Locale, local: Temporal.PlainDateTime): string {
  if (wordsOf(locale) !== null) return `${twoDigits(local.hour)}:${twoDigits(local.minute)}`
  const { time, times } = formattersFor(locale)
  const minuteMs = Date.UTC(1970, 0, 1, local.hour, local.minute)
  return times.get(minuteMs) ?? remember(times, minuteMs, plainSpaces(time.format(minuteMs)))
}

/** Joins items as the language does: "09:00, 10:00 en 11:00". */
export function formatList(locale: Locale, items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  const words = wordsOf(locale)
  if (words !== null) return `${items.slice(0, -1).join(', ')} ${words.and} ${items.slice(-1).join('')}`
  return plainSpaces(formattersFor(locale).list.format(items))
}

/** The zone's city and its offset from UTC at that instant: "Amsterdam (UTC+1)", "Kathmandu (UTC+5:45)". */
export function formatZone(instant: Temporal.Instant, timezone: string): string {
  const { offset } = wallClock(instant, timezone)
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  const shift =
    hours === '00' && minutes === '00' ? '' : `${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
  const city = timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return city === 'UTC' ? city : `${city} (UTC${shift})`
}

/** Writes a date with a catalogue's own words. */
export function formatDateInWords(words: DateWords, local: Temporal.PlainDateTime, withYear: boolean): string {
  return (withYear ? words.dateWithYear : words.date)
    .replace('{weekday}', words.weekdays[local.dayOfWeek - 1] ?? '')
    .replace('{day}', String(local.day))
    .replace('{month}', words.months[local.month - 1] ?? '')
    .replace('{year}', String(local.year))
}

type LocaleFormatters = {
  readonly date: Intl.DateTimeFormat
  readonly dateWithYear: Intl.DateTimeFormat
  readonly time: Intl.DateTimeFormat
  readonly list: Intl.ListFormat
  /** Dates that were written lately, by their first millisecond, or the next one for those with a year. */
  readonly dates: Map<number, string>
  /** Times of day, by the millisecond of the day. */
  readonly times: Map<number, string>
}

const formattersByLocale = new Map<Locale, LocaleFormatters>()

/** Intl formats the wall clock as if it were UTC, so that only Temporal's time-zone data ever decides what the clock says. */
function formattersFor(locale: Locale): LocaleFormatters {
  const known = formattersByLocale.get(locale)
  if (known !== undefined) return known
  const tag = intlTag(locale)
  const day = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const created = {
    date: new Intl.DateTimeFormat(tag, day),
    dateWithYear: new Intl.DateTimeFormat(tag, { ...day, year: 'numeric' }),
    time: new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }),
    list: new Intl.ListFormat(tag, { type: 'conjunction' }),
    dates: new Map<number, string>(),
    times: new Map<number, string>(),
  }
  formattersByLocale.set(locale, created)
  return created
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function wordsOf(locale: Locale): DateWords | null {
  return dateWords[locale] ?? null
}

/** ICU uses no-break and narrow spaces that differ between its versions and cost an SMS its GSM-7 encoding. */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
}
