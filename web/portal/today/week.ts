import { now } from '#web/api/clock.ts'
import { dayOf } from '#web/ui/days.ts'
import { appointmentSpan, type Span } from '../appointments/appointment-queries.ts'

/** Today and the six days after it. */
export type Week = Span

export function week(holder: string, timeZone: string) {
  return appointmentSpan(holder, timeZone, dayOf(now(), timeZone), 7)
}
