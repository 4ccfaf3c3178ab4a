import { normalized, type Language } from './language.ts'

/** What was said about a day and a time of day. */
export type SpokenTime = {
  /** The first day that is meant, and how many: 1, or the days of a week. */
  readonly day: { readonly first: Temporal.PlainDate; readonly count: number } | null
  /** Monday is 1; null when the day was said in another way. */
  readonly weekday: number | null
  readonly time: Temporal.PlainTime | null
  /** What else was said, normalized. */
  readonly rest: string
}

const hours = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const uren = ['een', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen', 'tien', 'elf', 'twaalf']
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const dagen = ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag']
const months =
  'january february march april may june july august september october november december januari februari maart april mei juni juli augustus september oktober november december'.split(
    ' ',
  )

const hour = `(\\d{1,2}|${[...hours, ...uren, 'één'].join('|')})`
const weekday = `(${[...days, ...dagen].join('|')})`
const dayOfMonth = '(0?[1-9]|[12]\\d|3[01])'
const month = `(${months.join('|')})`

/**
 * Reads Dutch and English days and times out of what was said. Without morning or afternoon, one to six o'clock is in
 * the afternoon, as usual for appointments.
 */
export function readSpokenTime(text: string, today: Temporal.PlainDate, language: Language): SpokenTime {
  const said = { rest: ` ${normalized(text)} ` }
  const part = takePart(said)
  const { day, weekday } = takeDay(said, today)
  const time = takeTime(said, language)
  return { day, weekday, time: time && inPart(time, part), rest: said.rest.replaceAll(/\s+/g, ' ').trim() }
}

type Said = { rest: string }

/** Finds a pattern among whole words and removes it. */
function take(said: Said, pattern: string): RegExpExecArray | null {
  const found = new RegExp(`(?<=\\s)${pattern}(?=\\s)`).exec(said.rest)
  if (found) said.rest = `${said.rest.slice(0, found.index)} ${said.rest.slice(found.index + found[0].length)}`
  return found
}

/** Takes morning or afternoon; of a Dutch compound such as `morgenochtend` the day stays. */
function takePart(said: Said): 'am' | 'pm' | null {
  const joined = /(?<=\s)(morgen|overmorgen|vandaag)(ochtend|middag|avond)(?=\s)/.exec(said.rest)
  if (joined) said.rest = said.rest.replace(joined[0], joined[1] ?? '')
  if (joined) return joined[2] === 'ochtend' ? 'am' : 'pm'
  if (take(said, '(this morning|vanochtend|vanmorgen)')) return addToday(said, 'am')
  if (take(said, '(this afternoon|this evening|vanmiddag|vanavond)')) return addToday(said, 'pm')
  if (take(said, "(in the morning|a\\.?m\\.?|'?s ochtends|'?s morgens)")) return 'am'
  if (take(said, "(in the afternoon|in the evening|p\\.?m\\.?|'?s middags|'?s avonds)")) return 'pm'
  return null
}

function addToday(said: Said, part: 'am' | 'pm'): 'am' | 'pm' {
  said.rest = `${said.rest} today `
  return part
}

function takeDay(said: Said, today: Temporal.PlainDate): Pick<SpokenTime, 'day' | 'weekday'> {
  const after = (count: number) => ({ day: { first: today.add({ days: count }), count: 1 }, weekday: null })
  if (take(said, '(day after tomorrow|overmorgen)')) return after(2)
  if (take(said, '(tomorrow|morgen)')) return after(1)
  if (take(said, '(today|vandaag)')) return after(0)
  const iso = take(said, '([1-9]\\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])')
  if (iso) return on(Temporal.PlainDate.from({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }))
  const named = take(said, `${dayOfMonth}(?:st|nd|rd|th|e)?(?: of)? ${month}`)
  if (named) return on(dayOf(named[1], named[2], today))
  const reversed = take(said, `${month} (?:the )?${dayOfMonth}(?:st|nd|rd|th)?`)
  if (reversed) return on(dayOf(reversed[2], reversed[1], today))
  const inNextWeek = take(said, `(?:(?:next|volgende)(?: week)? ${weekday}|${weekday} (?:next|volgende) week)`)
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  if (inNextWeek) {
    const number = numberOf(inNextWeek[1] ?? inNextWeek[2], days, dagen)
    return { ...on(monday.add({ days: 6 + number })), weekday: number }
  }
  const thisWeekday = take(said, `(?:(?:this|coming|deze|komende|aanstaande) )?${weekday}`)
  if (thisWeekday) {
    const number = numberOf(thisWeekday[1], days, dagen)
    return { ...on(today.add({ days: ((number - today.dayOfWeek + 6) % 7) + 1 })), weekday: number }
  }
  if (take(said, '(next week|volgende week)'))
    return { day: { first: monday.add({ days: 7 }), count: 7 }, weekday: null }
  if (take(said, '(this week|deze week)')) return { day: { first: today, count: 8 - today.dayOfWeek }, weekday: null }
  return { day: null, weekday: null }
}

function on(first: Temporal.PlainDate): { day: NonNullable<SpokenTime['day']>; weekday: null } {
  return { day: { first, count: 1 }, weekday: null }
}

/** A day without a year is the next one with that date. */
function dayOf(day: string | undefined, monthName: string | undefined, today: Temporal.PlainDate): Temporal.PlainDate {
  const date = today.with({ day: 1, month: (months.indexOf(monthName ?? '') % 12) + 1 }).with({ day: Number(day) })
  return Temporal.PlainDate.compare(date, today) < 0 ? date.add({ years: 1 }) : date
}

function takeTime(said: Said, language: Language): Temporal.PlainTime | null {
  const before = '(?:(?:at|om) )?'
  const clock = take(said, `${before}(\\d{1,2})[:.](\\d\\d)(?: (?:uur|oclock))?`)
  if (clock) return timeOf(Number(clock[1]), Number(clock[2]), clock[1]?.startsWith('0'))
  const quarter = take(said, `${before}(?:a )?(kwart|quarter) (over|past|voor|to) ${hour}`)
  if (quarter) {
    const isPast = quarter[2] === 'over' || quarter[2] === 'past'
    return shifted(hourOf(quarter[3]), isPast ? 15 : -15)
  }
  const halfPast = take(said, `${before}half past ${hour}`)
  if (halfPast) return shifted(hourOf(halfPast[1]), 30)
  const nearHalf = take(said, `${before}${hour} (over|voor) half ${hour}`)
  if (nearHalf) return shifted(hourOf(nearHalf[3]), (nearHalf[2] === 'voor' ? -1 : 1) * hourOf(nearHalf[1]) - 30)
  const half = take(said, `${before}half ${hour}`)
  if (half) return shifted(hourOf(half[1]), language === 'nl' ? -30 : 30)
  const minutes = take(said, `${before}${hour} (over|voor|past) ${hour}`)
  if (minutes) return shifted(hourOf(minutes[3]), minutes[2] === 'voor' ? -hourOf(minutes[1]) : hourOf(minutes[1]))
  const compound = take(said, `${before}${hour} (fifteen|thirty|forty[- ]five)`)
  if (compound) return shifted(hourOf(compound[1]), compound[2] === 'fifteen' ? 15 : compound[2] === 'thirty' ? 30 : 45)
  const whole = take(said, `${before}${hour} (?:uur|oclock)`) ?? take(said, `(?:at|om) ${hour}`)
  if (whole) return shifted(hourOf(whole[1]), 0)
  return null
}

function hourOf(word: string | undefined): number {
  return /^\d/.test(word ?? '') ? Number(word) : word === 'één' ? 1 : numberOf(word, hours, uren)
}

function numberOf(word: string | undefined, ...lists: readonly (readonly string[])[]): number {
  return Math.max(...lists.map((list) => list.indexOf(word ?? ''))) + 1
}

function shifted(hours: number, minutes: number): Temporal.PlainTime | null {
  const time = timeOf(hours, 0)
  return time && time.add({ minutes })
}

function timeOf(hours: number, minutes: number, isExact = false): Temporal.PlainTime | null {
  if (hours > 23 || minutes > 59) return null
  return Temporal.PlainTime.from({ hour: !isExact && hours >= 1 && hours <= 6 ? hours + 12 : hours, minute: minutes })
}

function inPart(time: Temporal.PlainTime, part: 'am' | 'pm' | null): Temporal.PlainTime {
  if (part === null) return time
  return time.with({ hour: (time.hour % 12) + (part === 'pm' ? 12 : 0) })
}
