import { clockOf } from '#web/ui/time/read-time.ts'
import { instantOf } from '#/locales/zoned-time.ts'
import type { Column } from './columns.ts'
import { dayMinutes, type Placed } from './lanes.ts'

/** The hours that a calendar shows, and how minutes lie on them. */
export type Scale = {
  readonly firstHour: number
  readonly hours: number
  /** Of the top edge, and of a length. */
  readonly remOf: (minutes: number) => string
}

/** A place on the calendar: a column of it, and minutes since midnight. */
export type Place = { readonly column: number; readonly minute: number }

/** Places begin at the quarters of an hour. */
export const stepMinutes = 15

/** A quarter of an hour has room for a line of text. */
const hourHeightRem = 6

/** Office hours, and more where something lies outside of them. */
export function scaleOf(placed: readonly Pick<Placed, 'from' | 'to'>[]): Scale {
  const firstHour = Math.floor(Math.min(8 * 60, ...placed.map(({ from }) => from)) / 60)
  const lastHour = Math.ceil(Math.max(18 * 60, ...placed.map(({ to }) => to)) / 60)
  return {
    firstHour,
    hours: lastHour - firstHour,
    remOf: (minutes) => `${(minutes / 60) * hourHeightRem}rem`,
  }
}

/** A minute as far as the scale goes, at the beginning of a step. */
export function onScale(minute: number, { firstHour, hours }: Scale): number {
  const [first, last] = [firstHour * 60, Math.min((firstHour + hours) * 60, dayMinutes) - stepMinutes]
  return Math.min(last, Math.max(first, Math.floor(minute / stepMinutes) * stepMinutes))
}

/** When something that begins at a place begins. */
export function startAt(columns: readonly Column[], { column, minute }: Place, timeZone: string): Date {
  return instantOf(columns[column]?.day ?? '', timeAt(minute), timeZone)
}

export function timeAt(minute: number): string {
  return clockOf(Math.floor(minute / 60), minute % 60)
}
