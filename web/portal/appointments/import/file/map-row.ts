import { ofTextColumns, type Columns, type Field } from './columns.ts'
import type { Facts, Fault } from './facts.ts'
import { instantIn, readDay, readTime, type DayOrder } from '#/import-files/local-time.ts'

export type Mapping = {
  readonly columns: Columns
  readonly dayOrder: DayOrder
  /** Duration of rows without an end. */
  readonly minutes: number
}

/** What the cells of a row say by a mapping, or what is wrong with its times. */
export function factsOf(cells: readonly string[], mapping: Mapping, timeZone: string): Facts | Fault {
  const text = (field: Field) => cells[mapping.columns[field] ?? -1]?.trim() ?? ''
  if (text('day') === '') return 'no_day'
  const read = readDay(text('day'), mapping.dayOrder)
  if (read === null) return 'no_such_day'
  const startsAt = timeOf(read.day, text('time') || read.rest, timeZone)
  if (typeof startsAt === 'string') return startsAt
  const endsAt = endOf(startsAt, read.day, text, mapping, timeZone)
  if (typeof endsAt === 'string') return endsAt
  return {
    startsAt,
    endsAt,
    name: nameOf(text('name'), text('infix'), text('surname')),
    phone: text('phone'),
    email: text('email'),
    language: text('language'),
    texts: ofTextColumns(text),
  }
}

/** A column beside that of first names may hold last names or whole names. */
function nameOf(first: string, infix: string, last: string): string {
  return `${last} `.startsWith(`${first} `) ? last : [first, infix, last].filter((part) => part !== '').join(' ')
}

function endOf(
  startsAt: Date,
  day: string,
  text: (field: Field) => string,
  { dayOrder, minutes }: Mapping,
  timeZone: string,
): Date | Fault {
  const end = text('end')
  if (end !== '') {
    const read = readDay(end, dayOrder)
    // 10.11.00 is a time where it stands alone.
    return read === null || read.rest === '' ? timeOf(day, end, timeZone) : timeOf(read.day, read.rest, timeZone)
  }
  const given = text('minutes')
  if (given !== '' && !/^\d{1,4}\b/.test(given)) return 'end'
  return new Date(startsAt.getTime() + (given === '' ? minutes : Number.parseInt(given, 10)) * 60_000)
}

function timeOf(day: string, text: string, timeZone: string): Date | Fault {
  if (text === '') return 'no_time'
  const time = readTime(day, text)
  if (time === null) return 'no_such_time'
  const atMs = instantIn(time, timeZone)
  return atMs === null ? 'skipped_by_clock' : new Date(atMs)
}
