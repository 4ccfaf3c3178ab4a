import { boundedThread } from '#/kernel/flow/bounded-thread.ts'
import type { CalendarObject, OccurrenceWindow, ReadObject } from '#/icalendar/read/event.ts'

/** Hundreds of times what an ordinary object takes, and twice a daily series since 1990. */
const objectWithinMs = 1_000
/** The least of it that is left after objects that were given up. */
const shortestMs = 250
/** After this many that never ended the rest is not tried, so that a page of objects is read within ten seconds. */
const mostGivenUp = 10

const thread = boundedThread<{ object: CalendarObject; window: OccurrenceWindow }, ReadObject>(
  new URL('./reader-thread.ts', import.meta.url),
)

/**
 * Reads calendar objects in a thread of its own: a rule that never ends, or fills the memory, costs only the object
 * that has it. An object that takes too long, or comes after ten that did, is null.
 */
export async function readCalendarObjects(
  objects: readonly CalendarObject[],
  window: OccurrenceWindow,
): Promise<(ReadObject | null)[]> {
  const read: (ReadObject | null)[] = []
  let givenUp = 0
  for (const object of objects) {
    const withinMs = Math.max(shortestMs, objectWithinMs / 2 ** givenUp)
    const asked = givenUp < mostGivenUp ? await thread.ask({ object, window }, withinMs) : null
    if (asked?.outcome === 'gave_up') givenUp += 1
    read.push(asked?.outcome === 'answered' ? asked.answer : null)
  }
  return read
}
