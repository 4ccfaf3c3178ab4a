import { instantOf, isSkipped } from '#/locales/zoned-time.ts'
import { isDay } from '#web/ui/time/days.ts'
import type { Fault } from './facts.ts'

/** Order of day and month in dates that do not begin with the year: `24-11-2026`, `11/24/2026`. */
export type DayOrder = 'dmy' | 'mdy'

/** The order that every day fits; day first when both do. */
export function orderOf(texts: readonly string[]): DayOrder {
  const numbers = texts.flatMap((text) => {
    const [, first, second] = dayFirst.exec(withoutWeekday(text)) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  return numbers.some(([, second]) => second > 12) && !numbers.some(([first]) => first > 12) ? 'mdy' : 'dmy'
}

/** A day and what follows it, such as a time. */
export function readDay(text: string, order: DayOrder): { readonly day: string; readonly rest: string } | Fault {
  const given = withoutWeekday(text)
  if (given === '') return 'no_day'
  const found = yearFirst.exec(given) ?? dayFirst.exec(given)
  if (!found) return 'no_such_day'
  const [whole, one = '', two = '', three = ''] = found
  const [year, month, date] =
    one.length === 4 ? [one, two, three] : order === 'dmy' ? [three, two, one] : [three, one, two]
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? { day, rest: given.slice(whole.length).replace(/^(,?\s+|T)/, '') } : 'no_such_day'
}

/**
 * The instant of a day and a time in a zone. Of a time that the clock shows twice, the first.
 *
 * @param time `14:30`, `14.30`, `14u30`, `14:30:00`, `2:30 p.m.`; an offset from UTC goes before the zone
 */
export function readTime(day: string, time: string, timeZone: string): Date | Fault {
  if (time === '') return 'no_time'
  const [, hours = '', minutes = '', half, offset] = clock.exec(time) ?? []
  if (hours === '') return 'no_such_time'
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59) return 'no_such_time'
  const local = `${String(hour).padStart(2, '0')}:${minutes}`
  if (offset !== undefined) {
    const instant = new Date(`${day}T${local}:00${offset.toUpperCase()}`)
    return Number.isNaN(instant.getTime()) ? 'no_such_time' : instant
  }
  return isSkipped(day, local, timeZone) ? 'skipped_by_clock' : instantOf(day, local, timeZone)
}

// With a space after each dot in Prague and Ljubljana, a dot at the end in Budapest and Zagreb, and "г." in Sofia.
const yearFirst = /^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})\.?(?!\d)/
const dayFirst = /^(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(\d{4}|\d{2})(?: ?г)?\.?(?!\d)/
const clock =
  /^(\d{1,2})[:.hu](\d{2})(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:([ap])\.?\s?m\.?)?\s*(?:uur|uhr|h)?\s*(Z|[+-]\d{2}:\d{2})?$/i

function withoutWeekday(text: string): string {
  return text.trim().replace(/^\p{L}+[.,]?\s+/u, '')
}
