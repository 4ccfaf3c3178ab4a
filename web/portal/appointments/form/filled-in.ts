import { isDay } from '#web/ui/time/days.ts'
import { readFilters } from '../filters.ts'

/**
 * By whom or by what a new appointment is filled in, or at which free place of the calendar: ids alone, so that no name or
 * number stands in the address.
 */
export type FilledIn = {
  readonly person?: string
  /** An appointment that is made once more, so many weeks later. */
  readonly again?: string
  readonly weeks?: number
  readonly day?: string
  /** `14:30`. */
  readonly time?: string
  readonly location?: string
}

const mostWeeks = 156

export function readFilledIn(given: Record<string, unknown>): FilledIn {
  const { person, again, weeks, day, time } = given
  const isCount = typeof weeks === 'number' && Number.isInteger(weeks) && weeks > 0 && weeks <= mostWeeks
  return {
    person: typeof person === 'string' ? person : undefined,
    again: typeof again === 'string' ? again : undefined,
    weeks: isCount ? weeks : undefined,
    day: isDay(day) ? day : undefined,
    time: typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined,
    location: readFilters(given).location,
  }
}
