import { wallClockAt } from '#/locales/wall-clock.ts'
import { dayOf } from '#web/ui/time/days.ts'
import type { Appointment } from '../delivery-pill.tsx'

export const dayMinutes = 1_440

/** What is shorter is drawn as long as this, so that a line of text fits and nothing lies over it. */
const leastMinutes = 10

/** An appointment in a column of a day, in minutes since midnight. */
export type Placed = {
  readonly appointment: Appointment
  readonly from: number
  readonly to: number
  /** It began on an earlier day. */
  readonly isContinued: boolean
  readonly lane: number
  /** Lanes of those that overlap with it, directly or through others. */
  readonly lanes: number
}

/** What no lane was left for: so many, somewhere between these times. */
export type Folded = Pick<Placed, 'from' | 'to' | 'lane' | 'lanes'> & { readonly count: number }

/** Minutes since midnight on the wall clock of a zone. */
export function minuteOf(instant: string | Date, timeZone: string): number {
  const { hour, minute } = wallClockAt(new Date(instant).getTime(), timeZone)
  return hour * 60 + minute
}

/**
 * Places what lies on a day, also the rest of what began the day before: each in the first lane that is free by then.
 * What needs more than `lanesMax` is folded, and counted.
 */
export function lanesOf(
  appointments: readonly Appointment[],
  day: string,
  timeZone: string,
  lanesMax: number,
): { readonly placed: readonly Placed[]; readonly folded: readonly Folded[] } {
  const spans = appointments
    .flatMap((appointment) => spanOn(appointment, day, timeZone) ?? [])
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
  const groups = groupsOf(spans).map((group) => inLanes(group, lanesMax))
  return { placed: groups.flatMap(({ placed }) => placed), folded: groups.flatMap(({ folded }) => folded) }
}

type Span = Pick<Placed, 'appointment' | 'from' | 'to' | 'isContinued'>

function spanOn(appointment: Appointment, day: string, timeZone: string): Span | null {
  const { startsAt, endsAt } = appointment
  const [first, last] = [dayOf(startsAt, timeZone), dayOf(endsAt, timeZone)]
  const isContinued = first < day
  const from = isContinued ? 0 : minuteOf(startsAt, timeZone)
  const end = last > day ? dayMinutes : minuteOf(endsAt, timeZone)
  if (first > day || last < day || (isContinued && end === 0)) return null
  // Where the clock goes back an end may read earlier than its start.
  const to = Math.max(end, Math.min(from + leastMinutes, dayMinutes))
  return { appointment, from: Math.min(from, dayMinutes - leastMinutes), to, isContinued }
}

/** Runs of spans without a gap between them, in order of start. */
function groupsOf(spans: readonly Span[]): readonly Span[][] {
  const groups: Span[][] = []
  let end = -1
  for (const span of spans) {
    const group = groups.at(-1)
    if (group === undefined || span.from >= end) groups.push([span])
    else group.push(span)
    end = Math.max(end, span.to)
  }
  return groups
}

function inLanes(group: readonly Span[], lanesMax: number) {
  const ends: number[] = []
  const inLane = group.map((span) => {
    const free = ends.findIndex((end) => end <= span.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = span.to
    return { ...span, lane }
  })
  const rest = inLane.filter(({ lane }) => lane >= lanesMax)
  const lanes = Math.min(ends.length, lanesMax + 1)
  const placed: Placed[] = inLane.filter(({ lane }) => lane < lanesMax).map((span) => ({ ...span, lanes }))
  const from = Math.min(...rest.map((span) => span.from))
  const to = Math.max(...rest.map((span) => span.to))
  const folded: Folded[] = rest.length === 0 ? [] : [{ from, to, count: rest.length, lane: lanesMax, lanes }]
  return { placed, folded }
}
