import type { Columns, Field } from './columns.ts'
import type { Facts, Fault } from './facts.ts'
import { readDay, readTime, type DayOrder } from './local-time.ts'

export type Mapping = {
  readonly columns: Columns
  readonly dayOrder: DayOrder
  /** Duration of rows without an end. */
  readonly minutes: number
}

/** What the cells of a row say by a mapping, or what is wrong with its times. */
export function factsOf(cells: readonly string[], mapping: Mapping, timeZone: string): Facts | Fault {
  const text = (field: Field) => cells[mapping.columns[field] ?? -1] ?? ''
  const read = readDay(text('day'), mapping.dayOrder)
  if (typeof read === 'string') return read
  const startsAt = readTime(read.day, text('time') || read.rest, timeZone)
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
    title: text('title'),
    place: text('place'),
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
    const isTime = typeof read === 'string' || read.rest === ''
    return isTime ? readTime(day, end, timeZone) : readTime(read.day, read.rest, timeZone)
  }
  const given = text('minutes')
  if (given !== '' && !/^\d{1,4}\b/.test(given)) return 'end'
  return new Date(startsAt.getTime() + (given === '' ? minutes : Number.parseInt(given, 10)) * 60_000)
}
