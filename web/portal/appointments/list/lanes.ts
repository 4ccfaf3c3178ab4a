import { wallClockAt } from '#/locales/wall-clock.ts'
import type { Appointment } from '../delivery-pill.tsx'

/** An appointment in a column of its day, in minutes since midnight. */
export type Placed = {
  readonly appointment: Appointment
  readonly from: number
  readonly to: number
  readonly lane: number
  /** Lanes of those that overlap with it, directly or through others. */
  readonly lanes: number
}

/** Minutes since midnight on the wall clock of a zone. */
export function minuteOf(instant: string, timeZone: string): number {
  const { hour, minute } = wallClockAt(Date.parse(instant), timeZone)
  return hour * 60 + minute
}

/** Places the appointments of one day: each in the first lane that is free by then. */
export function lanesOf(appointments: readonly Appointment[], timeZone: string): readonly Placed[] {
  const spans = appointments
    .map((appointment) => {
      const from = minuteOf(appointment.startsAt, timeZone)
      const minutes = (Date.parse(appointment.endsAt) - Date.parse(appointment.startsAt)) / 60_000
      return { appointment, from, to: Math.min(from + minutes, 1_440) }
    })
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
  return groupsOf(spans).flatMap((group) => {
    const ends: number[] = []
    const placed = group.map((span) => {
      const free = ends.findIndex((end) => end <= span.from)
      const lane = free === -1 ? ends.length : free
      ends[lane] = span.to
      return { ...span, lane }
    })
    return placed.map((span) => ({ ...span, lanes: ends.length }))
  })
}

/** Runs of spans without a gap between them, in order of start. */
function groupsOf<S extends { readonly from: number; readonly to: number }>(spans: readonly S[]): S[][] {
  const groups: S[][] = []
  let end = -1
  for (const span of spans) {
    const group = groups.at(-1)
    if (group === undefined || span.from >= end) groups.push([span])
    else group.push(span)
    end = Math.max(end, span.to)
  }
  return groups
}
